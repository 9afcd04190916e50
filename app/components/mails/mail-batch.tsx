import { useAllTexts } from "../../all-texts.ts";
import type { shownBatch } from "../../pages/mail-batch.server.ts";
import { FormToken } from "../forms/form-token.tsx";
import { SentenceSpace } from "../layout/space.tsx";
import { BatchMails } from "./batch-mails.tsx";
import { MailNotice } from "./mail-notice.tsx";

interface Props {
	/** `path`: its address, which takes its form. `unmailed`: who is told without a mail. */
	page: ReturnType<typeof shownBatch> & { path: string; unmailed?: string };
}

/** How far mails are that were written together. They go on by themselves; they can be stopped, and put back. */
export function MailBatch({ page }: Props) {
	const { t } = useAllTexts();
	return (
		<>
			{page.total > 0 && (
				<>
					{page.showsSent && (
						<p>
							<label>
								<span data-sent>{t("decisions.sent", { sent: page.left, total: page.total })}</span>{" "}
								<progress max={page.total} value={page.left} />
							</label>
						</p>
					)}
					<p className="status-counts" data-part="states">
						{page.states.map(({ id, label, count }) => (
							<span key={id} className="status">
								{label} <b>{count}</b>{" "}
							</span>
						))}
					</p>
				</>
			)}
			{page.unmailed && <p>{page.unmailed}</p>}
			<div data-part="going">
				{page.isGoing && (
					<p>
						{t("decisions.going")}
						<SentenceSpace />
						<a href={page.path}>{t("decisions.look")}</a>
					</p>
				)}
			</div>
			<MailNotice />
			<form method="post" action={page.path} noValidate>
				<FormToken />
				<p className="actions" data-part="actions">
					{page.mayStop && (
						<button type="submit" name="do.stop" value={t("decisions.stop")}>
							{t("decisions.stop")}
						</button>
					)}{" "}
					{page.mayContinue && (
						<button type="submit" name="do.continue" value={t("decisions.continue")}>
							{t("decisions.continue")}
						</button>
					)}{" "}
					<a href="/admin/mail">{t("admin.mail")}</a>
				</p>
			</form>
			{page.total > 0 && <BatchMails page={page} />}
		</>
	);
}
