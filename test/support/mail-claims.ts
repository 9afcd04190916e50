/** Interface texts about mails, by the condition under which they are true. */

/** A text with both may say that a mail was, is or will be sent. */
export const ABOUT_MAIL = {
	en: [/mail|code|letter|receipt|\blink/i, /\bsen[dt]|sending|follow|\bway\b|waiting|reach|receive|created/i],
	zh: [/邮件|验证码|回执|链接|通知/, /发|送|寄|等待|收到|收件/],
};

/** Said where a mail server is set, and there only. */
export const WITH_SERVER = [
	...["thanks.received", "thanks.contacts", "register.mail", "forgot.lead", "forgot.submit", "forgot.sent"],
	...["verify.pending", "verify.again", "verify.sentAgain", "verify.tooSoon"],
	...["confirm.codeLead", "confirm.sendCode", "confirm.codeSent", "confirm.codeTooSoon"],
	...["releaseSaid.letters_one", "releaseSaid.letters_other", "releaseSaid.sent_one", "releaseSaid.sent_other"],
	...[
		"lettersSaid.allRetried_one",
		"lettersSaid.allRetried_other",
		"lettersSaid.queued",
		"lettersSaid.retried",
		"lettersSaid.testSent",
	],
	...["teamSaid.inviteHint", "teamSaid.invited", "form.mailDraft", "form.linkSent"],
	...["accept", "forum", "hold", "reject"].map((kind) => `lettersSaid.sent.${kind}`),
];

/** Said of a mail that has left, or of one that could. */
export const TRUE_ANYWHERE = [
	...["log.Email", "publicTalks.sent", "letters.already", "lettersSaid.notCancelled", "lettersSaid.notRetried"],
	...[
		"letters.failed",
		"letters.unanswered",
		"overviewSaid.todo.failedMails_one",
		"overviewSaid.todo.failedMails_other",
	],
	...["letters.title.hold", "letters.hindrance.status", "letters.lead", "refusals.LETTER_SENT", "editor.new"],
	...["overviewSaid.todo.pendingMails_one", "overviewSaid.todo.pendingMails_other", "overviewSaid.heldUpBy"],
	...["lettersSaid.notAllRetried_one", "lettersSaid.notAllRetried_other"],
	...["outbox.retryAll", "outbox.test", "forum.confirm", "outbox.linksHidden", "thanks.unproven", "form.linkLimit"],
];

/** Said of a mail that stays, or that there is none. */
export const UNSENT = [
	...["teamSaid.invitedSaved", "teamSaid.inviteHintSaved", "form.linkSaved"],
	...["thanks.receivedSaved", "thanks.noMail", "confirm.none", "admin.mailStays", "register.mailSaved"],
	...["forgot.leadSaved", "forgot.sentSaved", "verify.pendingSaved", "verify.sentAgainSaved", "verify.tooSoonSaved"],
	...["lettersSaid.saved", "releaseSaid.saved_one", "releaseSaid.saved_other", "need.unmailed"],
	...["overviewSaid.todo.savedMails_one", "overviewSaid.todo.savedMails_other"],
	...["overviewSaid.todo.unmailed_one", "overviewSaid.todo.unmailed_other"],
];
