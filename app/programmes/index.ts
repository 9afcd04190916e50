import type { EntryKind } from "../enumerations.ts";
import { aigc } from "./aigc.ts";
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

/** The programme an entry belongs to. Throws for a code that was never defined: the database only holds known ones. */
export function programmeOf(category: string): Programme {
	const programme = programmes.find((candidate) => candidate.category === category);
	if (!programme) throw new Error(`No programme has the category ${category}`);
	return programme;
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
export function spotId(category: string, id: number): string {
	return `${programmeOf(category).kind}-${id}`;
}

/** The number after the first dash of a spot id, or 0 (a new entry) when it cannot be read. */
export function idFromSpot(spot: string | null | undefined): number {
	return numberIn(/^[a-z]+-(\d+)$/.exec(spot ?? "")?.[1] ?? "");
}
