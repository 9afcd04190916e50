import { and, eq, ne, sql } from "drizzle-orm";
import { isActive } from "../../../app/lifecycle.ts";
import { applies } from "../../../app/programmes/answers.ts";
import { defineProgramme, type Programme, type ProgrammeDefinition } from "../../../app/programmes/define.ts";
import { missingFields } from "../../../app/programmes/problems.ts";
import type { Registry } from "../../../app/programmes/registry.ts";
import type { Orm } from "../../../db/client.ts";
import { entries } from "../../../db/schema.ts";
import { type EntryRow, toAnswers } from "../entries/entry-rows.ts";

/** What a new form of a call means for an entry that was complete under the one before. */
interface Lacking {
	row: Pick<EntryRow, "id" | "incomplete">;
	/** Names of the newly required questions that it does not answer. */
	names: string[];
}

/** The entries that lack an answer which the new form requires and the present one does not. */
export function lackingAnswers(
	tx: Orm,
	registry: Registry,
	{ live, definition }: { live: ProgrammeDefinition | undefined; definition: ProgrammeDefinition },
): Lacking[] {
	if (!live || asksSame(live, definition)) return [];
	const [before, after] = [defineProgramme(live), defineProgramme(definition)];
	return tx
		.select()
		.from(entries)
		.where(eq(entries.category, definition.category))
		.all()
		.filter(isActive)
		.flatMap((row) => {
			const answers = toAnswers(registry, row);
			const missing = (programme: Programme) =>
				missingFields(programme, answers, { photo: row.photo !== null, editor: false }).map(({ name }) => name);
			const known = [...missing(before), ...row.incomplete];
			const names = missing(after).filter((name) => !known.includes(name));
			return names.length > 0 ? { row, names } : [];
		});
}

/** Whether two forms require the same answers of everybody. */
function asksSame(one: ProgrammeDefinition, other: ProgrammeDefinition): boolean {
	const [was, now] = [one, other].map(({ sections }) =>
		sections.flatMap(({ fields }) =>
			fields.map(({ name, required, retired, when }) => [name, required, retired, when]),
		),
	);
	return JSON.stringify(was?.sort()) === JSON.stringify(now?.sort());
}

/** Marks entries as incomplete, as if they had been sent in this form. */
export function markIncomplete(tx: Orm, lacking: readonly Lacking[]): void {
	for (const { row, names } of lacking) {
		tx.update(entries)
			.set({ incomplete: [...row.incomplete, ...names] })
			.where(eq(entries.id, row.id))
			.run();
	}
}

/** Questions that are not required any more, or not of everybody, keep no entry incomplete that does not owe an answer. */
export function completeOthers(tx: Orm, definition: ProgrammeDefinition): void {
	const { fields } = defineProgramme(definition);
	const incomplete = and(eq(entries.category, definition.category), ne(sql`${entries.incomplete}`, "[]"));
	for (const row of tx.select().from(entries).where(incomplete).all()) {
		const answers = Object.fromEntries(
			fields.map(({ name, column }) => [name, (column ? row[column] : row.answers[name]) ?? undefined]),
		);
		const owed = fields.filter((field) => field.required && !field.retired && applies(field, answers));
		const left = row.incomplete.filter((name) => owed.some((field) => field.name === name));
		if (left.length < row.incomplete.length)
			tx.update(entries).set({ incomplete: left }).where(eq(entries.id, row.id)).run();
	}
}
