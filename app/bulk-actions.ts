import type { Status } from "./lifecycle.ts";

/**
 * What a bulk action sets, as `Change` in `server/services/entries/entry-changes.ts` has it. Without `to`, organisers
 * choose the value from what the list offers.
 */
export type BulkAction = ({ sets: "status"; to?: Status } | { sets: "track"; to?: string }) & {
	/** Key of the sentence for when the server was not reached; it is given the reason as `message`. */
	unsaved: string;
};

/**
 * What can be done with all ticked rows of the list of talks, in the order of the buttons. Each is a line here and its
 * label under `bulk` in both languages: form, reading, change and undo read this line.
 */
export const BULK_ACTIONS = {
	status: { sets: "status", unsaved: "admin.saveFailed" },
	track: { sets: "track", unsaved: "admin.trackFailed" },
} as const satisfies Record<string, BulkAction>;

export type BulkActionName = keyof typeof BULK_ACTIONS;

export const BULK_ACTION_NAMES = Object.keys(BULK_ACTIONS) as BulkActionName[];

type TextKey = (typeof BULK_ACTIONS)[BulkActionName]["unsaved"];

export function bulkAction(name: BulkActionName): BulkAction & { unsaved: TextKey } {
	return BULK_ACTIONS[name];
}

/** Name of the button that does an action. */
export const bulkButton = (name: BulkActionName) => `do.bulk-${name}`;

/** Name of the control its value is chosen with. */
export const bulkChoice = (name: BulkActionName) => `bulk-${name}`;

/** The action whose button was pressed. */
export function bulkPressed(isPosted: (name: string) => boolean): BulkActionName | undefined {
	return BULK_ACTION_NAMES.find((name) => isPosted(bulkButton(name)));
}
