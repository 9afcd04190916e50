/** A day or a range of days in a sentence, in either language; in Chinese with its weekday. */
const DAYS =
	/((?:\d{1,2}(?: \p{L}{3,9})?(?: \d{4})? ?– ?)?\d{1,2} \p{L}{3,9} \d{4}|\d{4}年\d{1,2}月\d{1,2}日(?:至(?:\d{4}年)?(?:\d{1,2}月)?\d{1,2}日)?(?:星期.)?)/u;

/** A sentence that never breaks inside the days it names. */
export function WholeDays({ text }: { text: string }) {
	const parts = text.split(DAYS);
	return parts.map((part, index) =>
		index % 2 === 1 ? (
			<span key={part} className="whole-date">
				{part}
			</span>
		) : (
			part
		),
	);
}

/** A sentence with a formatted date in it, or the date alone; it never breaks inside the date. */
export function Dated({ date, text = date }: { date: string; text?: string }) {
	const at = text.indexOf(date);
	if (at < 0) return text;
	return (
		<>
			{text.slice(0, at)}
			<span className="whole-date">{date}</span>
			{text.slice(at + date.length)}
		</>
	);
}
