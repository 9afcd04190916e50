import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { STATUSES, type Status } from "../../app/enumerations.ts";
import { translators } from "../../app/locales/index.ts";
import { type Answers, type RawForm, readAnswers } from "../../app/programmes/answers.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { forum as programme } from "../../app/programmes/forum.ts";
import { marks } from "../../app/programmes/marks.ts";
import { malformedFields, missingFields, requiredMessage } from "../../app/programmes/problems.ts";
import type { Orm } from "../../db/client.ts";
import { entries, entryLog } from "../../db/schema.ts";
import { randomToken } from "../secrets.ts";
import type { Accounts } from "./accounts.ts";
import { type Actor, requireAdmin } from "./actor.ts";
import { type CsvRow, fromCsv } from "./csv.ts";
import { toColumns } from "./entry-store.ts";
import { foldEmail } from "./fold.ts";
import type { UploadedFile } from "./photos.ts";
import type { Runtime } from "./runtime.ts";

/** Whoever has the machine asks without an account. */
export type Importer = Actor | "operator";

/** What a file holds, or what became of it. */
export interface ImportReport {
	/** Every row that is wrong, with all that is wrong with it. While there is one, nothing is stored. */
	bad: { line: number; reason: string }[];
	/** Rows whose address is registered already, or stands further up in the file. They are skipped. */
	duplicates: { line: number; email: string }[];
	/** How many rows are or would be stored. */
	rows: number;
	stored: boolean;
}

interface Reading {
	bad: ImportReport["bad"];
	rows: { line: number; answers: Answers; status: Status }[];
}

const FIELDS = programme.fields.filter(({ kind }) => kind !== "consent");
/** Columns of our own exports that say nothing about a new registration. */
const PASSED_OVER = new Set(["id", "creation", "updated"]);
/** The form carries the text of a file it has checked, and a control may hold a megabyte. */
const MOST_SENT_BYTES = 800 * 1024;
const NEEDED = ["name", "email"];

/** Names of the columns a file may have. */
export const COLUMNS: readonly string[] = [...FIELDS.map(({ name }) => name), "status"];

export type ForumImport = ReturnType<typeof createForumImport>;

/** Takes registrations from a CSV file: all of its rows or, where one is wrong, none. */
export function createForumImport({ db, now }: Runtime, { accounts }: { accounts: Accounts }) {
	/** The text of a file that was sent; undefined for one too big to be sent again with the form. */
	async function uploaded(by: Importer, file: UploadedFile): Promise<string | undefined> {
		if (by !== "operator") requireAdmin(by);
		return file.tooBig || file.bytes > MOST_SENT_BYTES ? undefined : readText(await readFile(file.path));
	}

	/** What `store` would do. Changes nothing. */
	function inspect(by: Importer, text: string, locale: Locale): ImportReport {
		if (by !== "operator") requireAdmin(by);
		const { bad, rows } = read(text, locale);
		const { fresh, duplicates } = sift(db.orm, rows);
		return { bad, duplicates, rows: fresh.length, stored: false };
	}

	/** Stores the rows of a file in one transaction. Nobody is written to. */
	async function store(by: Importer, text: string, locale: Locale): Promise<ImportReport> {
		const actorId = by === "operator" ? null : requireAdmin(by).id;
		const { bad, rows } = read(text, locale);
		if (bad.length > 0) return { bad, duplicates: sift(db.orm, rows).duplicates, rows: 0, stored: false };
		return db.write((tx) => {
			const { fresh, duplicates } = sift(tx, rows);
			const at = now();
			for (const { answers, status } of fresh) {
				const columns = toColumns(programme, answers);
				const row = tx
					.insert(entries)
					.values({
						...columns,
						category: programme.category,
						userId: accounts.provenOwner(tx, columns.email),
						status,
						incomplete: [],
						// A file says nothing about languages; mails to China are in Chinese.
						locale: answers.countryRegion === "中国" ? "zh" : "en",
						submissionKey: `import:${randomToken()}`,
						createdAt: at,
						updatedAt: at,
					})
					.returning({ id: entries.id })
					.get();
				tx.insert(entryLog).values({ entryId: row.id, at, actorId, type: "Created", state: status }).run();
			}
			return { bad, duplicates, rows: fresh.length, stored: true };
		});
	}

	function sift(tx: Orm, rows: Reading["rows"]): { fresh: Reading["rows"]; duplicates: ImportReport["duplicates"] } {
		const present = tx
			.select({ email: entries.emailFolded })
			.from(entries)
			.where(eq(entries.kind, programme.kind))
			.all();
		const known = new Set(present.map(({ email }) => email));
		const duplicates: ImportReport["duplicates"] = [];
		const fresh = rows.filter(({ line, answers }) => {
			const email = String(answers.email);
			const isNew = !known.has(foldEmail(email));
			if (isNew) known.add(foldEmail(email));
			else duplicates.push({ line, email });
			return isNew;
		});
		return { fresh, duplicates };
	}

	return { columns: COLUMNS, uploaded, inspect, store };
}

/** The text of a file: UTF-8, else what spreadsheets in China write. */
export function readText(bytes: Uint8Array): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder("gb18030").decode(bytes);
	}
}

function read(text: string, locale: Locale): Reading {
	const t = translators[locale];
	let records: CsvRow[];
	try {
		records = fromCsv(text);
	} catch (error) {
		const { message, lines } = error as Error & { lines?: number };
		return { bad: [{ line: lines ?? 1, reason: t("forumImport.unreadable", { reason: message }) }], rows: [] };
	}
	const [header, ...body] = records;
	const names = (header?.cells ?? []).map((name) => name.trim());
	const faults = [
		...names
			.filter((name) => !COLUMNS.includes(name) && !PASSED_OVER.has(name))
			.map((name) => t("forumImport.unknownColumn", { name: name || "“”" })),
		...names.filter((name, at) => names.indexOf(name) < at).map((name) => t("forumImport.twiceColumn", { name })),
		...NEEDED.filter((name) => !names.includes(name)).map((name) => t("forumImport.missingColumn", { name })),
	];
	if (faults.length > 0) {
		return { bad: faults.map((reason) => ({ line: header?.line ?? 1, reason })), rows: [] };
	}
	const reading: Reading = { bad: [], rows: [] };
	for (const { line, cells } of body) {
		if (cells.every((cell) => cell === "")) continue;
		const { answers, status, reasons } = judge(names, cells, locale);
		if (reasons.length > 0) reading.bad.push({ line, reason: reasons.join(marks[locale].semicolon) });
		else reading.rows.push({ line, answers, status });
	}
	return reading;
}

/** One row by the rules of the form, as an organiser would fill it in. */
function judge(names: readonly string[], cells: readonly string[], locale: Locale) {
	const t = translators[locale];
	const given = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""]));
	const answers = readAnswers(programme, asForm(given), { omittedConsent: "unasked", editor: true });
	const missing = missingFields(programme, answers, { photo: false, editor: true });
	const status = STATUSES.find((one) => one === (given.status || "New"));
	const reasons = [
		...(cells.length > names.length ? [t("forumImport.tooManyCells")] : []),
		...missing.map((field) => requiredMessage(t, programme, field.label[locale], 0)),
		...malformedFields(programme, answers, { t, locale, tracks: new Set() }).map(({ message }) => message),
		...(status ? [] : [t("forumImport.badStatus")]),
	];
	return { answers, status: status ?? "New", reasons };
}

/** Lists stand in one cell, separated by semicolons. */
function asForm(given: Readonly<Record<string, string>>): RawForm {
	return Object.fromEntries(
		FIELDS.map(({ name, kind }) => {
			const text = given[name] ?? "";
			return [name, kind === "choices" ? text.split(/[;；]/) : text];
		}),
	);
}
