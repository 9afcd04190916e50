import { eq, isNull } from "drizzle-orm";
import { type Answers, applies, isSearched, type RawForm } from "../../../app/programmes/answers.ts";
import type { Programme } from "../../../app/programmes/define.ts";
import type { Registry } from "../../../app/programmes/registry.ts";
import { foldForSearch } from "../../../app/search/folding.ts";
import type { Orm } from "../../../db/client.ts";
import { entries } from "../../../db/schema.ts";
import { foldEmail } from "../text-folding.ts";

/** Entries indexed per transaction. */
const BATCH_SIZE = 200;

export type EntryRow = typeof entries.$inferSelect;

/** What mails tell of an entry. */
export type ToldEntry = Pick<
	EntryRow,
	| ("id" | "kind" | "category" | "userId" | "linkVersion" | "locale" | "name" | "email" | "title" | "answers")
	| ("incomplete" | "status" | "toldStatus" | "presence" | "confirmedAt" | "createdAt")
> &
	Partial<Pick<EntryRow, "toldPresence">>;

/** Columns filled from answers. */
export type AnswerColumns = Pick<
	EntryRow,
	| ("kind" | "name" | "email" | "emailFolded" | "org" | "title" | "trackId" | "consent" | "answers")
	| ("publicText" | "searchText")
>;

/** Everything of a row that a form decides. */
export type Columns = AnswerColumns & Pick<EntryRow, "photo" | "incomplete">;

/** Splits answers into the columns SQL works with and the JSON column for everything else. */
export function toColumns(programme: Programme, answers: Answers): AnswerColumns {
	const columns = { name: "", email: "", org: "", title: "", trackId: null, consent: null } as Record<string, unknown>;
	const rest: Record<string, string | string[] | boolean> = {};
	const shown = publicAnswers(programme, answers);
	const searched: Record<"public" | "others", string[]> = { public: [], others: [] };
	for (const field of programme.fields) {
		const answer = answers[field.name];
		if (answer === undefined || field.column === "photo") continue;
		if (field.column) columns[field.column] = answer;
		else rest[field.name] = answer;
		if (isSearched(field, answer)) searched[field.name in shown ? "public" : "others"].push(answer);
	}
	return {
		...columns,
		kind: programme.kind,
		answers: rest,
		emailFolded: foldEmail(String(columns.email)),
		publicText: foldForSearch(searched.public.join("\n")),
		searchText: foldForSearch(searched.others.join("\n")),
	} as AnswerColumns;
}

/** Public text of answers, without those of the other track. */
export function publicAnswers(programme: Programme, answers: Answers): Answers {
	const shown: Record<string, Answers[string]> = {};
	for (const field of programme.fields) {
		const { name, column } = field;
		if (field.audience !== "public" || field.kind === "photo" || column === "email" || column === "consent") continue;
		if (answers[name] !== undefined && applies(field, shown)) shown[name] = answers[name];
	}
	return shown;
}

/**
 * The answers of a stored entry, in the shape a form gives them. The photo is not among them. An answer that was given
 * before its question became conditional is, whatever was answered to the other.
 */
export function toAnswers(
	registry: Registry,
	row: Pick<EntryRow, Exclude<keyof AnswerColumns, "publicText" | "searchText" | "emailFolded"> | "category">,
): Answers {
	const answers: Record<string, Answers[string]> = {};
	for (const field of registry.programmeOf(row.category, row).fields) {
		if (field.column === "photo") continue;
		const isGiven = !field.column && row.answers[field.name] !== undefined;
		if (!isGiven && !applies(field, answers)) continue;
		answers[field.name] = field.column ? (row[field.column] ?? undefined) : row.answers[field.name];
	}
	return answers;
}

/** The same with the name of the photo. */
export function presentAnswers(registry: Registry, row: EntryRow): Readonly<Record<string, unknown>> {
	const photo = registry.programmeOf(row.category, row).fields.find(({ column }) => column === "photo");
	return { ...toAnswers(registry, row), ...(photo && { [photo.name]: row.photo }) };
}

/** A stored entry as the form would post it, to fill the form with. */
export function toForm(registry: Registry, row: EntryRow): RawForm {
	const form: Record<string, string | string[]> = {};
	for (const [name, answer] of Object.entries(toAnswers(registry, row))) {
		if (typeof answer === "boolean") form[name] = answer ? "true" : "";
		else if (answer !== undefined) form[name] = answer;
	}
	return form;
}

/**
 * Answers that a form does not ask for and must not lose: what the organisers noted, what is not asked any more, and what
 * was given before its question became conditional.
 */
export function unaskedAnswers(registry: Registry, row: EntryRow, byEditor: boolean): EntryRow["answers"] {
	const { fields } = registry.programmeOf(row.category, row);
	const answers = toAnswers(registry, row);
	const unasked = fields.filter(
		(field) => field.retired || (field.audience === "admin" && !byEditor) || !applies(field, answers),
	);
	return Object.fromEntries(
		unasked.flatMap(({ name }) => (name in row.answers ? [[name, row.answers[name] ?? ""]] : [])),
	);
}

/** What the organisers noted in an entry. */
export function organisersNotes(registry: Registry, row: EntryRow): EntryRow["answers"] {
	const { fields } = registry.programmeOf(row.category, row);
	const notes = fields.filter(({ audience }) => audience === "admin").map(({ name }) => name);
	return Object.fromEntries(Object.entries(row.answers).filter(([name]) => notes.includes(name)));
}

/**
 * What a change does to an entry, by the programme's field names; answers that stay are not listed. A question left
 * empty is as one that was not asked.
 */
export function differences(
	registry: Registry,
	present: EntryRow,
	next: AnswerColumns & Pick<EntryRow, "photo">,
): Record<string, { from: unknown; to: unknown }> {
	const changes: Record<string, { from: unknown; to: unknown }> = {};
	const before = toAnswers(registry, present);
	const after = toAnswers(registry, { ...next, category: present.category });
	for (const { name, column } of registry.programmeOf(present.category, present).fields) {
		const [from, to] = column === "photo" ? [present.photo, next.photo] : [before[name], after[name]];
		const isSame = JSON.stringify(givenOf(from)) === JSON.stringify(givenOf(to));
		if (!isSame) changes[name] = { from: from ?? null, to: to ?? null };
	}
	return changes;
}

/** An answer; null for none. */
function givenOf(answer: Answers[string] | null): Answers[string] | null {
	return answer === undefined || answer === "" || (Array.isArray(answer) && answer.length === 0) ? null : answer;
}

/** A client that omits the consent field leaves the stored consent unchanged. */
export function withStoredConsent(registry: Registry, present: EntryRow | undefined, columns: Columns): Columns {
	if (!present || columns.consent !== null || present.consent === null) return columns;
	const consentField = registry.programmeOf(present.category).fields.find((field) => field.kind === "consent")?.name;
	const lacking = present.incomplete.filter((name) => name === consentField);
	return { ...columns, consent: present.consent, incomplete: [...lacking, ...columns.incomplete] };
}

/**
 * Fills the search columns of entries that lack them (imports, older versions): public text and the rest.
 * @returns how many; 0 when done
 */
export function takeTextsApart(tx: Orm, registry: Registry, most = BATCH_SIZE): number {
	const rows = tx.select().from(entries).where(isNull(entries.publicText)).limit(most).all();
	for (const row of rows) {
		const { publicText, searchText } = toColumns(registry.programmeOf(row.category, row), toAnswers(registry, row));
		tx.update(entries).set({ publicText, searchText }).where(eq(entries.id, row.id)).run();
	}
	return rows.length;
}
