import type { EntryKind } from "../kinds.ts";
import { aigc } from "./aigc.ts";
import { archivedProgramme, type StoredAnswers } from "./archived.ts";
import type { Field, Programme } from "./define.ts";
import { forum } from "./forum.ts";
import { aiSpotlight, hangzhouSpotlight, rustSpotlight } from "./nomination.ts";
import { numberIn } from "./number.ts";
import { hangzhou, paris } from "./talk.ts";

/** Every programme the portal knows. A new one is one file and its name in this list. */
export const programmes: readonly Programme[] = [
	hangzhou,
	hangzhouSpotlight,
	aigc,
	forum,
	rustSpotlight,
	aiSpotlight,
	paris,
];

/**
 * The programme an entry belongs to; an archived one where it has left the code. @param stored the entry, which then tells
 * what was asked; without it every field of every programme counts
 */
export function programmeOf(category: string, stored?: StoredAnswers): Programme {
	const known = programmes.find((candidate) => candidate.category === category);
	return (
		known ??
		archivedProgramme(
			category,
			stored,
			fieldsOfKind(stored?.kind),
			programmes.flatMap(({ fields }) => fields),
		)
	);
}

/** Every field that programmes of a kind (or all) ask, once by its name, in the order of the programmes. */
export function fieldsOfKind(kind: EntryKind | undefined, among: readonly Programme[] = programmes): Field[] {
	const asked = among.filter((programme) => kind === undefined || programme.kind === kind);
	const fields = new Map<string, Field>();
	for (const field of asked.flatMap((programme) => programme.fields)) {
		if (!fields.has(field.name)) fields.set(field.name, field);
	}
	return [...fields.values()];
}

/** The categories whose entries are of this kind. */
export function categoriesOf(kind: EntryKind): string[] {
	return programmes.filter((programme) => programme.kind === kind).map((programme) => programme.category);
}

export function fieldOf(programme: Programme, name: string): Field {
	const field = programme.fields.find((candidate) => candidate.name === name);
	if (!field) throw new Error(`${programme.category} has no field ${name}`);
	return field;
}

/** A spot id names one entry on the wire: the dash-free kind, a dash, the number. */
export function spotId({ kind, id }: { kind: EntryKind; id: number }): string {
	return `${kind}-${id}`;
}

/** The number after the first dash of a spot id, or 0 (a new entry) when it cannot be read. */
export function idFromSpot(spot: string | null | undefined): number {
	return numberIn(/^[a-z]+-(\d+)$/.exec(spot ?? "")?.[1] ?? "");
}
