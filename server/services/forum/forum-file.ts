import type { Translate } from "../../../app/i18n.ts";
import { FIRST_STATUS, type Status, settable } from "../../../app/lifecycle.ts";
import { translators } from "../../../app/locales/index.ts";
import { type Answers, type RawForm, readAnswers } from "../../../app/programmes/answers.ts";
import type { Field, Locale, Option, Programme } from "../../../app/programmes/define.ts";
import { offered } from "../../../app/programmes/forms.ts";
import { marks } from "../../../app/programmes/marks.ts";
import { isPlainText, malformedFields, missingFields, requiredMessage } from "../../../app/programmes/problems.ts";
import { foldForSearch } from "../../../app/search/folding.ts";
import { type CsvRow, fromCsv } from "../lists/csv-format.ts";

/** The error in a line of a file. */
export interface Fault {
	line: number;
	reason: string;
}

/** A row that is right. */
export interface RightRow {
	line: number;
	email: string;
	answers: Answers;
	status: Status;
}

export interface Reading {
	/** Why no row was checked: too many rows, or a wrong header (then `bad` has the reasons). */
	refused?: "tooMany" | "header";
	bad: Fault[];
	rows: RightRow[];
}

/** Columns of our own exports that are ignored. */
const PASSED_OVER = new Set(["id", "creation", "updated", "withdrawn", "incomplete", "reference", "call"]);
const NEEDED = ["name", "email"];
/** Errors in a header that are shown: a file of another kind may have thousands of columns. */
const MOST_HEADER_FAULTS = 50;
/** Characters of a refused value that its reason shows. */
const MOST_SHOWN = 40;
const NOTHING = { bad: [], rows: [] };

/** The questions that a file may answer. */
const fieldsIn = ({ fields }: Programme): Field[] =>
	fields.filter(({ kind, retired }) => kind !== "consent" && kind !== "photo" && !retired);

/** Names of the columns a file may have. */
export const columnsFor = (programme: Programme): string[] => [
	...fieldsIn(programme).map(({ name }) => name),
	"status",
];

/** The byte order mark tells the byte order of UTF-16, which spreadsheets call "Unicode Text". */
const UTF_16: Readonly<Record<string, string>> = { "255 254": "utf-16le", "254 255": "utf-16be" };

/** Decodes a file: UTF-16 by its BOM, else UTF-8, else GB 18030. */
export function readText(bytes: Uint8Array): string {
	const marked = UTF_16[`${bytes[0]} ${bytes[1]}`];
	const text = marked && strictly(marked, bytes);
	return text ?? strictly("utf-8", bytes) ?? new TextDecoder("gb18030").decode(bytes);
}

function strictly(encoding: string, bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch {
		return;
	}
}

/** A file of registrations, as plain data, which a thread can be given. */
interface RegistrationFile {
	programme: Programme;
	text: string;
	locale: Locale;
	/** Most rows; if there are more, none is read. */
	most: number;
}

/** Reads registrations from CSV text. Runs in a thread, except for the operator's command. */
export function readRegistrations({ programme, text, locale, most }: RegistrationFile): Reading {
	const t = translators[locale];
	let records: CsvRow[];
	try {
		records = fromCsv(text);
	} catch (error) {
		const { message, lines } = error as Error & { lines?: number };
		return { ...NOTHING, bad: [{ line: lines ?? 1, reason: t("forumImport.unreadable", { reason: message }) }] };
	}
	const [header = { line: 1, cells: [] }, ...body] = records;
	const columns = columnsFor(programme);
	const names = namesIn(columns, header);
	const faults = headerFaults(t, columns, names);
	if (faults.length > 0) {
		return { ...NOTHING, refused: "header", bad: faults.map((reason) => ({ line: header.line, reason })) };
	}
	const filled = body.filter(({ cells }) => cells.some((cell) => cell !== ""));
	if (filled.length > most) return { ...NOTHING, refused: "tooMany" };
	const judged = filled.map(({ line, cells }) => ({ line, ...judge(programme, names, cells, locale) }));
	return {
		bad: judged
			.filter(({ reasons }) => reasons.length > 0)
			.map(({ line, reasons }) => ({ line, reason: reasons.join(marks[locale].semicolon) })),
		rows: judged
			.filter(({ reasons }) => reasons.length === 0)
			.map(({ line, answers, status }) => ({ line, email: String(answers.email), answers, status })),
	};
}

/** Column names, in whatever case: people write `Email`. Empty trailing columns are ignored. */
function namesIn(columns: readonly string[], { cells }: CsvRow): string[] {
	const known = new Map([...columns, ...PASSED_OVER].map((name) => [name.toLowerCase(), name]));
	const named = cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
	return named.map((name) => known.get(name.toLowerCase()) ?? name);
}

function headerFaults(t: Translate, columns: readonly string[], names: readonly string[]): string[] {
	const seen = new Set<string>();
	const isTwice = (name: string) => seen.size === seen.add(name).size;
	return [
		...names
			.filter((name) => !columns.includes(name) && !PASSED_OVER.has(name))
			.map((name) => t("forumImport.unknownColumn", { name: shortened(name) || "“”" })),
		...names.filter(isTwice).map((name) => t("forumImport.twiceColumn", { name: shortened(name) })),
		...NEEDED.filter((name) => !names.includes(name)).map((name) => t("forumImport.missingColumn", { name })),
	].slice(0, MOST_HEADER_FAULTS);
}

/** Validates a row as if an organiser had entered it. */
function judge(programme: Programme, names: readonly string[], cells: readonly string[], locale: Locale) {
	const t = translators[locale];
	const given = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""]));
	const answers = readAnswers(programme, asForm(programme, given), { omittedConsent: "unasked", editor: true });
	const missing = missingFields(programme, answers, { photo: false, editor: true });
	const statuses = settable("organiser", FIRST_STATUS);
	const named = statuses.map((one) => ({
		value: one,
		label: { en: translators.en(`status.${one}`), zh: translators.zh(`status.${one}`) },
	}));
	const status = statuses.find((one) => one === optionNamed(named, given.status || FIRST_STATUS));
	const oneOf = new Intl.ListFormat(locale === "zh" ? "zh-CN" : "en-GB", { type: "disjunction" });
	const reasons = [
		...(cells.slice(names.length).some((cell) => cell !== "") ? [t("forumImport.tooManyCells")] : []),
		...missing.map((field) => requiredMessage(t, programme, { field, locale, failures: 0 })),
		...malformedFields(programme, answers, { t, locale, tracks: new Set() }).map(({ field, message }) => {
			const value = unknownValue(programme, field, answers);
			return value === undefined ? message : t("forumImport.unknownValue", { message, value });
		}),
		...(status
			? []
			: [t("forumImport.badStatus", { statuses: oneOf.format(statuses), value: shortened(given.status) })]),
	];
	return { answers, status: status ?? FIRST_STATUS, reasons };
}

/** What was given for a question that has options, if it is none of them. */
function unknownValue({ fields }: Programme, name: string, answers: Answers): string | undefined {
	const field = fields.find((one) => one.name === name);
	if (!field || !("options" in field)) return;
	const known = new Set(offered(field).map(({ value }) => value));
	const given = [answers[name] ?? []].flat().find((value) => typeof value === "string" && !known.has(value));
	return typeof given === "string" && isPlainText(given) ? shortened(given) : undefined;
}

const shortened = (text = "") => ([...text].length > MOST_SHOWN ? `${[...text].slice(0, MOST_SHOWN).join("")}…` : text);

/** The value of the option that a text names by value or label, in either language and whatever case; else the text. */
function optionNamed(options: readonly Pick<Option, "value" | "label">[], text: string): string {
	const folded = foldForSearch(text).trim();
	const isNamed = (names: readonly string[]) => names.some((name) => foldForSearch(name) === folded);
	const option =
		options.find(({ value }) => value === text.trim()) ??
		options.find(({ value, label }) => isNamed([value, label.en, label.zh]));
	return option?.value ?? text;
}

/** A list is one cell, separated by semicolons. */
function asForm(programme: Programme, given: Readonly<Record<string, string>>): RawForm {
	return Object.fromEntries(
		fieldsIn(programme).map((field) => {
			const { name } = field;
			const text = given[name] ?? "";
			if (!("options" in field)) return [name, text];
			const value = (part: string) => optionNamed(offered(field), part);
			return [name, field.kind === "choices" ? text.split(/[;；]/).map(value) : value(text)];
		}),
	);
}
