import type { EntryKind } from "../kinds.ts";
import { numberIn } from "./number.ts";

/** A spot id names one entry on the wire: the dash-free kind, a dash, the number. */
export function spotId({ kind, id }: { kind: EntryKind; id: number }): string {
	return `${kind}-${id}`;
}

/** The number after the first dash of a spot id, or 0 (a new entry) when it cannot be read. */
export function idFromSpot(spot: string | null | undefined): number {
	return numberIn(/^[a-z]+-(\d+)$/.exec(spot ?? "")?.[1] ?? "");
}
