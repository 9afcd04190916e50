import { inArray } from "drizzle-orm";
import { translators } from "../../../app/locales/index.ts";
import type { EntryColumn, Field, Locale, Programme, Section } from "../../../app/programmes/define.ts";
import { type ShownAnswer, shownAnswers } from "../../../app/programmes/shown-answers.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, redactions } from "../../../db/schema.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import { grouped } from "../grouped.ts";

/** What lists for reviewers have of an entry. */
export const OF_LISTED = {
	id: entries.id,
	kind: entries.kind,
	category: entries.category,
	title: entries.title,
	trackId: entries.trackId,
};

/** What a reviewer may be told of an entry. Nothing else of its row is read for them. */
export const OF_REVIEWED = { ...OF_LISTED, answers: entries.answers };

/** Whose entry it is, where that may be known. */
export const OF_NAMED = { ...OF_REVIEWED, name: entries.name, org: entries.org };

export type ReviewedRow = Pick<EntryRow, keyof typeof OF_REVIEWED> & Partial<Pick<EntryRow, "name" | "org">>;

/** A section that asks for an email address is about a person, too, such as the owner of a nominated project. */
export const isAboutPerson = ({ person, fields }: Section) =>
	person === true || fields.some(({ kind }) => kind === "email");

/** Ways to reach a person, files and declarations say nothing of the matter. */
const NEVER: readonly Field["kind"][] = ["email", "photo", "consent", "copy"];

const readable = new WeakMap<Programme, Record<"blind" | "named", Programme>>();

/**
 * A programme with the questions whose answers reviewers read: those about the matter but for organisers' notes, and of
 * those about the person what everyone may see. `blind`: nothing about the person.
 */
function forReviewers(programme: Programme, blind: boolean): Programme {
	const known = readable.get(programme) ?? {
		blind: reduced(programme, ({ fields }, isOfPerson) => (isOfPerson ? [] : fields.filter(isOfMatter))),
		named: reduced(programme, ({ fields }, isOfPerson) =>
			fields.filter(({ audience }) => !isOfPerson || audience === "public"),
		),
	};
	readable.set(programme, known);
	return blind ? known.blind : known.named;
}

const isOfMatter = ({ column }: Field) => column !== "name" && column !== "org";

function reduced(
	programme: Programme,
	fieldsOf: (section: Section, isOfPerson: boolean) => readonly Field[],
): Programme {
	const sections = programme.sections.map((section) => ({
		...section,
		fields: fieldsOf(section, isAboutPerson(section)).filter(
			(field) =>
				field.audience !== "admin" &&
				!NEVER.includes(field.kind) &&
				!(field.kind === "text" && field.inputMode === "tel"),
		),
	}));
	return { ...programme, sections, fields: sections.flatMap(({ fields }) => fields) };
}

/** The names of the questions whose answers reviewers read. */
export const readNames = (programme: Programme, blind: boolean): string[] =>
	forReviewers(programme, blind).fields.map(({ name }) => name);

/** Texts in the place of the author's, by the names of their questions. */
export type Redacted = ReadonlyMap<string, string>;

/** What organisers put in the place of answers, by the numbers of entries. */
export function redactedIn(tx: Orm, ids: readonly number[]): ReadonlyMap<number, Redacted> {
	const rows = tx
		.select()
		.from(redactions)
		.where(inArray(redactions.entryId, [...ids]))
		.all();
	return new Map(
		[...grouped(rows, ({ entryId }) => entryId)].map(([id, own]) => [
			id,
			new Map(own.map(({ field, text }) => [field, text])),
		]),
	);
}

/** The questions that authors answer in words of their own and whose answers reviewers of a blind call read. */
export function redactable(programme: Programme): readonly Field[] {
	return forReviewers(programme, true).fields.filter(({ kind }) => OWN_WORDS.includes(kind));
}

const OWN_WORDS: readonly Field["kind"][] = ["text", "textarea", "url"];

/** What the author wrote. */
export function originalOf(
	{ name, column }: Field,
	{ title, answers }: Pick<ReviewedRow, "title" | "answers">,
): string {
	const answer = column === "title" ? title : answers[name];
	return typeof answer === "string" ? answer : "";
}

/** The title of an entry, where that is about the matter. */
export function reviewedTitle(
	programme: Programme,
	{ title }: Pick<ReviewedRow, "title">,
	redacted: Redacted | undefined,
): string {
	const field = forReviewers(programme, true).fields.find(({ column }) => column === "title");
	return field ? (redacted?.get(field.name) ?? title) : "";
}

/** An entry as its reviewers read it. @param track label of its track @param redacted of a blind call */
export function reviewedEntry(
	programme: Programme,
	row: ReviewedRow,
	{
		blind,
		locale,
		track,
		redacted,
	}: { blind: boolean; locale: Locale; track: string | undefined; redacted: Redacted | undefined },
): { title: string; answers: ShownAnswer[]; redacted: string[] } {
	const shown = forReviewers(programme, blind);
	const columns: Partial<Record<EntryColumn, string | undefined>> = { title: row.title, name: row.name, org: row.org };
	const answers = Object.fromEntries(
		shown.fields.map(({ name, column }) => [
			name,
			redacted?.get(name) ?? (column ? columns[column] : row.answers[name]),
		]),
	);
	return {
		title: reviewedTitle(programme, row, redacted),
		answers: shownAnswers(shown, { answers, track }, "owner", translators[locale], locale),
		/** Labels of the questions whose answers are redacted. */
		redacted: shown.fields.filter(({ name }) => redacted?.has(name)).map(({ label }) => label[locale]),
	};
}
