import { useAllTexts } from "../../all-texts.ts";
import type { ShownAttendance } from "../../pages/attendance.server.ts";
import { ANSWER_BUTTONS } from "../../programmes/attendance.ts";
import { useRoot } from "../../root-data.ts";
import { FormToken } from "../forms/form-token.tsx";
import { Dated } from "../layout/dated.tsx";
import { LinkedWord } from "../layout/linked-word.tsx";
import { Space } from "../layout/space.tsx";

/** Asks whether the author takes part, or says what they answered. Opening the page answers nothing. */
export function AttendancePanel({ attendance, from }: { attendance: ShownAttendance; from?: "dashboard" }) {
	const { t } = useAllTexts();
	const support = useRoot()?.brand.support;
	const { state, said, date, path, declinePath } = attendance;
	const decline = declinePath && (
		<a className="button danger" href={declinePath}>
			{t("attendance.decline")}
		</a>
	);
	if (state !== "asked") {
		return (
			<div className="banner">
				<p>
					{state === "declined" && support ? <LinkedWord text={said} word={support} to={`mailto:${support}`} /> : said}
				</p>
				{decline && <div className="actions">{decline}</div>}
			</div>
		);
	}
	return (
		<form method="post" action={path} className="banner" noValidate>
			<FormToken />
			{from && <input type="hidden" name="from" value={from} />}
			<p>
				<strong>{t("attendance.title")}</strong>
			</p>
			<p>{date ? <Dated date={date} text={said} /> : said}</p>
			<div className="actions">
				<button className="primary" type="submit" name={ANSWER_BUTTONS.confirm} value={t("attendance.confirm")}>
					{t("attendance.confirm")}
				</button>
				<Space />
				{decline}
			</div>
		</form>
	);
}
