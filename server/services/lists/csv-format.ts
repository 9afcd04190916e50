import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";

/** Written for a missing value (specification section 9). */
export const NOT_AVAILABLE = "(N/A)";

/**
 * Spreadsheets execute cells that begin with one of `= + - @`, even after quotes and invisible characters
 * (reliability 3.9). A program may see the beginning of a cell at the start of the value, and after each separator or
 * line end inside it: a spreadsheet in a German locale splits at semicolons, for example. A value that already has a
 * guard gets another one, so that reading removes exactly what writing added.
 */
const UNGUARDED =
	/(?<=^|[;\t\r\n])(?='*(?:(?![\t\r\n])["\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800])*[=+\-@＝＋－＠])|^(?='*\p{Cc})/gu;
const GUARDED =
	/(?<=^|[;\t\r\n])'(?='*(?:(?![\t\r\n])["\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800])*[=+\-@＝＋－＠])|^'(?='*\p{Cc})/gu;

/** A value as a cell holds it: never empty, never a formula. */
export function toCell(value: unknown): string {
	const text = Array.isArray(value) ? value.join("; ") : value === null || value === undefined ? "" : String(value);
	if (text === "" || text === NOT_AVAILABLE) return NOT_AVAILABLE;
	return text.replace(UNGUARDED, "'");
}

/** The value a cell was made from. */
export function fromCell(cell: string): string {
	if (cell === NOT_AVAILABLE) return "";
	return cell.replace(GUARDED, "");
}

/** Rows written at a time: the writer takes longer to get ready than to write one. Of long rows fewer, for others wait. */
const AT_A_TIME = 25;
const CHARACTERS_AT_A_TIME = 64 * 1024;

/**
 * A CSV file in pieces of some lines: UTF-8 with a mark at its beginning for spreadsheets in Chinese, CRLF, quotes where
 * needed.
 */
export function* toCsv(header: readonly string[], rows: Iterable<readonly unknown[]>): Generator<string> {
	yield `\ufeff${toLines([[...header]])}`;
	let waiting: string[][] = [];
	let characters = 0;
	for (const row of rows) {
		const cells = row.map(toCell);
		waiting.push(cells);
		for (const cell of cells) characters += cell.length;
		if (waiting.length < AT_A_TIME && characters < CHARACTERS_AT_A_TIME) continue;
		yield toLines(waiting);
		waiting = [];
		characters = 0;
	}
	if (waiting.length > 0) yield toLines(waiting);
}

function toLines(rows: string[][]): string {
	return stringify(rows, { record_delimiter: "\r\n", quoted_match: /[\r\n;\t]/ });
}

export interface CsvRow {
	/** Where it begins in the file, from 1. */
	line: number;
	cells: string[];
}

/**
 * The rows of a CSV file, its header first. Understands commas, semicolons and tabs, and takes what guards a formula
 * off again. Rows may have any number of cells.
 * @throws Error with what is wrong and in which line, for files that are no CSV
 */
export function fromCsv(text: string): CsvRow[] {
	// The parser counts CR and LF inside quotes as two lines.
	const lines = text.replace(/\r\n?/g, "\n");
	const records = parse(lines, {
		bom: true,
		delimiter: separatorOf(lines),
		info: true,
		relax_column_count: true,
		skip_empty_lines: true,
	}) as unknown as { record: string[]; info: { lines: number } }[];
	return records.map(({ record, info }) => ({
		line: info.lines - (record.join("").split("\n").length - 1),
		cells: record.map((cell) => fromCell(cell.trim()).trim()),
	}));
}

/** The most frequent separator in the first line. */
function separatorOf(text: string): string {
	const [first = ""] = text.split("\n");
	const count = (separator: string) => first.split(separator).length;
	return [",", ";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best));
}
