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
