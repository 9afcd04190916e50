import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromCsv, NOT_AVAILABLE, toCsv } from "../../server/services/lists/csv-format.ts";
import { many } from "../support/many.ts";

/** Characters relevant to the guard, chosen with high probability. */
const PIECES = [
	"=",
	"+",
	"-",
	"@",
	"＝",
	"＋",
	"－",
	"＠",
	"'",
	'"',
	",",
	";",
	"\t",
	"\n",
	"\r\n",
	" ",
	"a",
	"1",
	"\u00ad",
	"\u3164",
	"\u115f",
	"\u1160",
	"\uffa0",
	"\u200b",
	"\u202e",
	"\ufeff",
	"\u00a0",
	"\u3000",
	"\u2800",
	"\u0001",
	"\u001b",
	"\u009b",
	"\u2028",
	"\u{e0001}",
	"中",
];
const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 }));
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
const table = fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 });

/** A number first, as every file of ours has it. */
const written = (rows: string[][]) =>
	[
		...toCsv(
			["id", "x"],
			rows.map((row, index) => [index + 1, ...row]),
		),
	].join("");

/** First visible character of a cell; spreadsheets skip quotes. */
function firstVisible(cell: string): string {
	return cell.replace(/^["\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+/u, "").slice(0, 1);
}

const isTrigger = (cell: string) => /[=+\-@＝＋－＠]/.test(firstVisible(cell));

/** Reads quotes as the standard says: what a program makes of the file that splits at commas. */
function standardCells(file: string): string[] {
	return [...file.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n|$)/g)].map(([, quoted, plain]) =>
		(quoted ?? plain ?? "").replaceAll('""', '"'),
	);
}

/** With another separator, quotes have no meaning: splits there and at line breaks. */
const naiveCells = (file: string, separator: string) =>
	file.replace(/^\ufeff/, "").split(new RegExp(`[${separator}\r\n]`));

describe("a file for spreadsheets", () => {
	it("contains no formula cell, whatever separator splits it", () => {
		fc.assert(
			fc.property(table, (rows) => {
				const file = written(rows);
				expect(standardCells(file).filter(isTrigger)).toEqual([]);
				for (const separator of [";", "\t"]) expect(naiveCells(file, separator).filter(isTrigger)).toEqual([]);
			}),
			{ numRuns: many(2_000, 10_000) },
		);
	});

	it("is read back unchanged", () => {
		const kept = (value: string) => value.replace(/\r\n?/g, "\n").trim();
		fc.assert(
			fc.property(table, (rows) => {
				const values = rows.map((row) => row.map(kept));
				fc.pre(!values.flat().includes(NOT_AVAILABLE));
				const cells = fromCsv(written(values)).slice(1);
				expect(cells.map((row) => row.cells.slice(1))).toEqual(values);
			}),
			{ numRuns: many(2_000, 10_000) },
		);
	});

	it.each([
		["\u0007=1", "'\u0007=1"],
		["\u0007x", "'\u0007x"],
		["\u00ad=1", "'\u00ad=1"],
		["\u3164@x", "'\u3164@x"],
		["a;=1+1", `"a;'=1+1"`],
		["a;b", `"a;b"`],
		["a\tb", `"a\tb"`],
		["'=1", "''=1"],
		["it's - fine", "it's - fine"],
	])("%j stands there as %s", (value, cell) => {
		expect(written([[value]]).split("\r\n")[1]).toBe(`1,${cell}`);
	});
});
