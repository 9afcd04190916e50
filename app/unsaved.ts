/** Keys of the sentences that say why a value of an entry was not saved. They are given the reason as `message`. */
export const UNSAVED = {
	status: "admin.saveFailed",
	/** The specification calls an invitation a status, too. */
	invitation: "admin.saveFailed",
	track: "admin.trackFailed",
	apart: "admin.apartFailed",
} as const;

export type Unsaved = (typeof UNSAVED)[keyof typeof UNSAVED];

/** What is chosen in rows, and the name of the field beside it with the value that the page was made with. */
export const SEEN = { status: "was", track: "had", invitation: "invited" } as const;
export type Choice = keyof typeof SEEN;
