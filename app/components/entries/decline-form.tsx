import { useAllTexts } from "../../all-texts.ts";
import type { ShownAttendance } from "../../pages/attendance.server.ts";
import { ANSWER_BUTTONS } from "../../programmes/attendance.ts";
import { FormToken } from "../forms/form-token.tsx";
import { ReportText } from "../layout/action-report.tsx";
import { Space } from "../layout/space.tsx";

interface Props {
	/** Title of the entry. */
	heading: string;
	attendance: ShownAttendance;
	/** Why the last answer was not kept, and the reason that was typed. */
	report: { lines: string[]; wrong: boolean; typed: string } | undefined;
}

/** Asks for a reason before an accepted author gives up their place. */
export function DeclineForm({ heading, attendance, report }: Props) {
	const { t } = useAllTexts();
	const { path, declinePath } = attendance;
	return (
		<>
			<h1>{t("attendance.declineTitle")}</h1>
			<p className="lead">{heading}</p>
			<ReportText report={report} />
			<p>{t("attendance.declineLead")}</p>
			<form method="post" action={declinePath} noValidate>
				<FormToken />
				<div className={report ? "field wrong" : "field"}>
					<label htmlFor="reason">{t("attendance.reason")}</label>
					{/* On lines of its own where there are no styles. */}
					<div>
						<textarea id="reason" name="reason" rows={4} defaultValue={report?.typed} aria-invalid={report && true} />
					</div>
				</div>
				<p className="actions">
					<button className="danger" type="submit" name={ANSWER_BUTTONS.decline} value={t("attendance.declineYes")}>
						{t("attendance.declineYes")}
					</button>
					<Space />
					<a className="button" href={path}>
						{t("attendance.keep")}
					</a>
				</p>
			</form>
		</>
	);
}
