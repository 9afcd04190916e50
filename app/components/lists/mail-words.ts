/** What is said of the acceptance mail of a talk. Saved, waiting and sent are three different things. */
export const MAIL_WORDS = {
	none: "letters.which",
	saved: "mailState.saved",
	waiting: "mailState.pending",
	sent: "letters.already",
	failed: "letters.again",
} as const;
