/** A day or a range of days in a sentence, in either language; in Chinese with its weekday. */
const DAYS =
	/((?:\d{1,2}(?: \p{L}{3,9})?(?: \d{4})? ?– ?)?\d{1,2} \p{L}{3,9} \d{4}|\d{4}年\d{1,2}月\d{1,2}日(?:至(?:\d{4}年)?(?:\d{1,2}月)?\d{1,2}日)?(?:星期.)?)/u;

/** Marks that must not begin a line. The date is a box of its own, and a browser may break after a box. */
const CLOSING = /^(?:[.,;:。，；：]| ·)*/;

/** A sentence that breaks inside the days it names only where they are wider than all of a line. */
export function WholeDays({ text }: { text: string }) {
	const [first, ...rest] = text.split(DAYS);
	return (
		<>
			{first}
			{rest.map((days, index) => index % 2 === 0 && <WithRest key={days} date={days} rest={rest[index + 1] ?? ""} />)}
		</>
	);
}

/** The same for a sentence with a formatted date in it, or the date alone. */
export function Dated({ date, text = date }: { date: string; text?: string }) {
	const at = text.indexOf(date);
	if (at < 0) return text;
	return (
		<>
			{text.slice(0, at)}
			<WithRest date={date} rest={text.slice(at + date.length)} />
		</>
	);
}

/** A date that stays whole where a line has room for it, and the text after it. */
function WithRest({ date, rest }: { date: string; rest: string }) {
	const closing = CLOSING.exec(rest)?.[0] ?? "";
	return (
		<>
			<span className="whole-date">
				{date}
				{closing}
			</span>
			{rest.slice(closing.length)}
		</>
	);
}
