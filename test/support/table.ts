import { parse } from "node-html-parser";

const textOf = (element: { textContent: string }) => element.textContent.replace(/\s+/g, " ").trim();

/** Headings of the table of a page, without the arrow of the order. */
export function headings(html: string): string[] {
	return parse(html)
		.querySelectorAll("thead :is(th, td)")
		.map((cell) => textOf(cell).replace(/ ?[▲▼]/, ""));
}

/** Its rows, cell by cell. */
export function rowsOf(html: string): string[][] {
	return parse(html)
		.querySelectorAll("tbody tr")
		.map((row) => row.querySelectorAll("th, td").map(textOf));
}

/** One of its columns, by the heading; nothing where an empty list shows no table. */
export function columnOf(html: string, heading: string): string[] {
	const rows = rowsOf(html);
	const index = headings(html).indexOf(heading);
	if (rows.length > 0 && index < 0) throw new Error(`no column ${heading}`);
	return rows.map((row) => row[index] ?? "");
}
