/** Finds dates of an earlier event in a text, in either language, written as organisers write them. */

/** What belonged to an event that is over, and does not belong to the present one. */
export interface OldDates {
	/** `2025` */
	years: readonly string[];
	/** `09-13`: month and day. */
	days: readonly string[];
}

const MONTHS =
	"Jan(?:uary)? Feb(?:ruary)? Mar(?:ch)? Apr(?:il)? May June? July? Aug(?:ust)? Sep(?:t(?:ember)?)? Oct(?:ober)? Nov(?:ember)? Dec(?:ember)?".split(
		" ",
	);
const HAN = [..."〇一二三四五六七八九"];
/** Between the days of a period: `13–14 September`, `9月13日至14日`. */
const TO = String.raw`\s*(?:[-–—/&]|to|and)\s*`;

/** A pattern for all of them; undefined where there is none. */
export function patternOf({ years, days }: OldDates): RegExp | undefined {
	const all = [...years.flatMap(yearWritten), ...days.flatMap(dayWritten)];
	return all.length === 0 ? undefined : new RegExp(all.join("|"), "iu");
}

function yearWritten(year: string): string[] {
	const han = [...year].map((digit) => (digit === "0" ? "[〇零]" : HAN[Number(digit)])).join("");
	return [String.raw`(?<!\d)${year}(?!\d)`, han];
}

function dayWritten(monthAndDay: string): string[] {
	const [month = 0, day = 0] = monthAndDay.split("-").map(Number);
	const name = MONTHS[month - 1] ?? "";
	const number = `0?${day}(?:st|nd|rd|th)?`;
	return [
		String.raw`(?<!\d)${number}(?:${TO}\d{1,2}(?:st|nd|rd|th)?)?\s+(?:of\s+)?${name}\b`,
		String.raw`\b${name}\.?\s+(?:\d{1,2}(?:st|nd|rd|th)?${TO})?${number}(?!\d)`,
		String.raw`(?<!\d)${month}月(?:\d{1,2}日?\s*[至到~～\-–—、和]\s*)?${day}(?!\d)`,
	];
}

/** Characters shown on each side. */
const AROUND = 24;

/** The first of them with the words around it; undefined where a text has none. */
export function foundIn(text: string, pattern: RegExp): string | undefined {
	const found = pattern.exec(text);
	if (!found) return;
	const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
	const left = [...before].length > AROUND ? `…${[...before].slice(-AROUND).join("")}` : before;
	const right = [...after].length > AROUND ? `${[...after].slice(0, AROUND).join("")}…` : after;
	return `${left}${found[0]}${right}`.replace(/\s+/g, " ").trim();
}
