import { useAllTexts } from "../../all-texts.ts";
import type { SentBack } from "../../handle.ts";
import type { ShownAttendance } from "../../pages/attendance.server.ts";
import { ANSWER_BUTTONS } from "../../programmes/attendance.ts";
import { ErrorSummary } from "../forms/error-summary.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { FieldError } from "../forms/text-field.tsx";
import { FormPreferences } from "../layout/preferences.tsx";
import { Space } from "../layout/space.tsx";

interface Props {
	/** Title of the entry. */
	heading: string;
	attendance: ShownAttendance;
	/** Why the last answer was not kept, and the reason that was typed. */
	failed: SentBack | undefined;
}

/** Asks for a reason before an accepted author gives up their place. */
export function DeclineForm({ heading, attendance, failed }: Props) {
	const { t } = useAllTexts();
	const { path, declinePath } = attendance;
	const problems = failed?.problems ?? [];
	const problem = problems[0]?.message;
	return (
		<>
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<h1>{t("attendance.declineTitle")}</h1>
			<p className="lead">{heading}</p>
			<p>{t("attendance.declineLead")}</p>
			<form method="post" action={`${declinePath}#errors`} noValidate>
				<FormToken />
				<div className={problem ? "field wrong" : "field"}>
					<label htmlFor="f-reason">{t("attendance.reason")}</label>
					<FieldError id="f-reason" problem={problem} />
					{/* On lines of its own where there are no styles. */}
					<div>
						<textarea
							id="f-reason"
							name="reason"
							rows={4}
							defaultValue={failed?.values.reason}
							aria-describedby={problem && "f-reason-error"}
							aria-invalid={problem ? true : undefined}
						/>
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
				<FormPreferences />
			</form>
		</>
	);
}
