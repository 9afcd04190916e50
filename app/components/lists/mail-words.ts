/** The label of a talk's acceptance mail. Saved, waiting and sent are three different states. */
export const MAIL_WORDS = {
	none: "letters.which",
	saved: "mailState.saved",
	waiting: "mailState.pending",
	sent: "letters.already",
	failed: "letters.again",
} as const;
