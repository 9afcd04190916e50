import { useAllTexts } from "../../all-texts.ts";
import type { ShownAttendance } from "../../pages/attendance.server.ts";
import { ANSWER_BUTTONS } from "../../programmes/attendance.ts";
import { FormToken } from "../forms/form-token.tsx";
import { Dated } from "../layout/dated.tsx";
import { Space } from "../layout/space.tsx";

/** Asks whether the author takes part, or says what they answered. Opening the page answers nothing. */
export function AttendancePanel({ attendance, from }: { attendance: ShownAttendance; from?: "dashboard" }) {
	const { t } = useAllTexts();
	const { state, said, date, path, declinePath } = attendance;
	const sentence = date ? <Dated date={date} text={said} /> : said;
	if (state === "declined") return <p className="banner">{sentence}</p>;
	return (
		<form method="post" action={path} className="banner" noValidate>
			<FormToken />
			{from && <input type="hidden" name="from" value={from} />}
			<p>
				{state === "asked" && (
					<>
						<strong>{t("attendance.title")}</strong>
						<Space />
					</>
				)}
				{sentence}
			</p>
			<p className="actions">
				{state === "asked" && (
					<>
						<button className="primary" type="submit" name={ANSWER_BUTTONS.confirm} value={t("attendance.confirm")}>
							{t("attendance.confirm")}
						</button>
						<Space />
					</>
				)}
				<a className="button danger" href={declinePath}>
					{t("attendance.decline")}
				</a>
			</p>
		</form>
	);
}
