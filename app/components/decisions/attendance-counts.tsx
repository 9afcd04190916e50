import { useAllTexts } from "../../all-texts.ts";
import type { decisionsPage } from "../../pages/decisions.server.ts";
import { FormToken } from "../forms/form-token.tsx";
import { SentenceSpace, Space } from "../layout/space.tsx";
import { MailNotice } from "../mails/mail-notice.tsx";

type Page = ReturnType<typeof decisionsPage>;

/** How many accepted authors take part, with their lists, and a button that reminds who has not answered. */
export function AttendanceCounts({ page: { attendance, path } }: { page: Pick<Page, "attendance" | "path"> }) {
	const { t } = useAllTexts();
	if (!attendance) return null;
	const { counts, remind, category } = attendance;
	return (
		<>
			<h2>{t("attendance.heading")}</h2>
			<p className="status-counts">
				{counts.map((one) => (
					<span key={one.path}>
						<a className="status" href={one.path}>
							{one.label}
						</a>
						<Space />
					</span>
				))}
			</p>
			{remind && (
				<form method="post" action={path} noValidate>
					<FormToken />
					<input type="hidden" name="call" value={category} />
					<p>
						<button type="submit" name="do.remind" value={t("attendance.remind")}>
							{t("attendance.remind")}
						</button>
						<SentenceSpace />
						<span className="hint">{t("attendance.remindHint")}</span>
					</p>
					<MailNotice beside />
				</form>
			)}
		</>
	);
}
