import { spotId } from "../../../app/programmes/spot-ids.ts";
import type { EntryRow } from "./entry-rows.ts";
import { knownStatus } from "./told.ts";

/** A form that was stored. */
export interface Accepted {
	ok: true;
	id: number;
	spotId: string;
	category: string;
	status: EntryRow["status"];
	/** Required fields that were let through empty. */
	incomplete: string[];
	/** Names of the answers that others changed while the form was open, and that stay so. */
	joined?: readonly string[];
	/** Names of required answers that the form would have emptied, and that stay as they were. */
	kept?: readonly string[];
	/** Its address changed, and its private link with it. */
	hasNewLink?: boolean;
	/** False for a change, and for a submission that had already arrived. */
	created: boolean;
}

/** @param created whether the entry is new */
export function accepted(row: EntryRow, created: boolean): Accepted {
	const { id, category, incomplete } = row;
	const status = knownStatus(row);
	return { ok: true, id, spotId: spotId(row), category, status, incomplete, created };
}
