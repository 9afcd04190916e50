/** The label of a talk's acceptance mail. Saved, waiting and sent are three different states. */
export const MAIL_WORDS = {
	none: "outbox.which",
	saved: "mailState.saved",
	waiting: "mailState.pending",
	sent: "outbox.already",
	failed: "outbox.again",
} as const;
