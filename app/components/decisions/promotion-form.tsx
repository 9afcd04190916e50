import { useAllTexts } from "../../all-texts.ts";
import type { waitingPage } from "../../pages/waiting.server.ts";
import { FormToken } from "../forms/form-token.tsx";
import { ReportText } from "../layout/action-report.tsx";
import { Addresses } from "../layout/addresses.tsx";
import { Space } from "../layout/space.tsx";
import { LetterText } from "../mails/letter-text.tsx";
import { MailNotice } from "../mails/mail-notice.tsx";

interface Props {
	promotion: NonNullable<ReturnType<typeof waitingPage>["promotion"]>;
	report: Parameters<typeof ReportText>[0]["report"];
	/** Address of the waiting lists. */
	back: string;
}

/** Shows what promoting tells the author before it is done. */
export function PromotionForm({ promotion, report, back }: Props) {
	const { id, seen, title, reference, path, status, to, subject, body, hidesKey } = promotion;
	const { t } = useAllTexts();
	return (
		<>
			<ReportText report={report} />
			<h1>{t("waiting.promoteOf", { title })}</h1>
			<p className="lead">{t("waiting.promoteLead", { reference, status })}</p>
			{body === undefined ? (
				<p>{t("waiting.onPages")}</p>
			) : (
				<>
					<p>
						<Addresses text={to ?? ""} />
					</p>
					<div className="outbox">
						<LetterText subject={subject ?? ""} body={body} />
					</div>
					{hidesKey && <p className="hint">{t("letters.privateLink")}</p>}
					<MailNotice beside />
				</>
			)}
			<form method="post" action={path} noValidate>
				<FormToken />
				<input type="hidden" name="id" value={id} />
				<input type="hidden" name="seen" value={seen} />
				<p className="actions">
					<button className="primary" type="submit" name="do.promote" value={t("waiting.promote")}>
						{t("waiting.promote")}
					</button>
					<Space />
					<a className="button" href={back}>
						{t("waiting.back")}
					</a>
				</p>
			</form>
		</>
	);
}
