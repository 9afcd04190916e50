import type { EntryKind } from "./kinds.ts";
import { PRESENCE_AFTER, type Status } from "./lifecycle.ts";
import { UNSAVED, type Unsaved } from "./unsaved.ts";

/** What organisers choose a value from, with the type of the value. */
export interface BulkChoices {
	statuses: Status;
	/** Those an entry may have, and "to be assigned". */
	tracks: string;
	/** Those whose panel may read an entry. */
	panelists: string;
	keywords: string;
}

interface BulkAction<Change = { kind: string; to: unknown }> {
	/** Without it there is nothing to choose: `change: () => ({ kind: "status", to: "Hold" }) as const`. */
	from?: keyof BulkChoices;
	/** The change of each ticked entry: `Change` in `server/services/entries/entry-changes.ts` without the entry. */
	change(chosen: string): Change;
	/** Key of the sentence that says why it was not done. */
	unsaved: Unsaved;
	/** Every list of entries offers it; other actions are for talks only. */
	everyKind?: true;
	/** Takes entries away, so that its button warns. */
	removes?: true;
}

/** @param change is given only what `from` offers */
function choosing<From extends keyof BulkChoices, const Kind extends string, To>(
	from: From,
	change: (chosen: BulkChoices[From]) => { kind: Kind; to: To },
) {
	return { from, change: change as (chosen: string) => { kind: Kind; to: To } };
}

/**
 * What can be done with all ticked rows of a list of entries, in the order of the buttons. Each is a line here, with its
 * label under `bulk` and that of its button under `bulk.apply` in both languages: form, change, undo and log read it.
 */
export const BULK_ACTIONS = {
	status: { ...choosing("statuses", (to) => ({ kind: "status", to })), unsaved: UNSAVED.status },
	track: { ...choosing("tracks", (to) => ({ kind: "track", to })), unsaved: UNSAVED.track },
	spam: {
		change: () => ({ kind: "apart", to: PRESENCE_AFTER.removingAsSpam }) as const,
		unsaved: UNSAVED.apart,
		everyKind: true,
		removes: true,
	},
} as const satisfies Record<string, BulkAction>;

export type BulkActionName = keyof typeof BULK_ACTIONS;

type Action = (typeof BULK_ACTIONS)[BulkActionName];

export const BULK_ACTION_NAMES = Object.keys(BULK_ACTIONS) as BulkActionName[];

export function bulkAction(name: BulkActionName): BulkAction<ReturnType<Action["change"]>> {
	return BULK_ACTIONS[name];
}

/** Name of the button that does an action. */
export const bulkButton = (name: BulkActionName) => `do.bulk-${name}`;

/** Name of the control its value is chosen with. */
export const bulkChoice = (name: BulkActionName) => `bulk-${name}`;

/** The actions that the list of a kind has. */
export function bulkActionsOf(kind: EntryKind): BulkActionName[] {
	return BULK_ACTION_NAMES.filter((name) => kind === "talk" || bulkAction(name).everyKind);
}

/** The action of a list whose button was pressed. */
export function bulkPressed(kind: EntryKind, isPosted: (name: string) => boolean): BulkActionName | undefined {
	return bulkActionsOf(kind).find((name) => isPosted(bulkButton(name)));
}
