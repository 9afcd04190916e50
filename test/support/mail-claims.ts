/** Interface texts about mails, by the condition under which they are true. */

/** A text with both may say that a mail was, is or will be sent. */
export const ABOUT_MAIL = {
	en: [/mail|code|letter|receipt|\blink/i, /\bsen[dt]|sending|follow|\bway\b|waiting|reach|receive|created/i],
	zh: [/邮件|验证码|回执|链接|通知/, /发|送|寄|等待|收到|收件/],
};

/** Said where a mail server is set, and there only. */
export const WITH_SERVER = [
	"thanks.received",
	"thanks.contacts",
	"register.mail",
	"forgot.lead",
	"forgot.submit",
	"forgot.sent",
	"verify.pending",
	"verify.again",
	"verify.sentAgain",
	"verify.tooSoon",
	"confirm.codeLead",
	"confirm.sendCode",
	"confirm.codeSent",
	"confirm.codeTooSoon",
	"releaseMessages.letters_one",
	"releaseMessages.letters_other",
	"releaseMessages.sent_one",
	"releaseMessages.sent_other",
	"letterMessages.allRetried_one",
	"letterMessages.allRetried_other",
	"letterMessages.queued",
	"letterMessages.retried",
	"letterMessages.testSent",
	"team.inviteHint",
	"team.invited",
	"form.mailDraft",
	"form.linkSent",
	"form.draftsLink",
	...["accept", "forum", "hold", "reject"].map((kind) => `letterMessages.sent.${kind}`),
];

/** Said of a mail that has left, or of one that could. */
export const TRUE_ANYWHERE = [
	"log.Email",
	"publicTalks.sent",
	"letters.already",
	"needMessages.unmailed",
	"letterMessages.notCancelled",
	"letterMessages.notRetried",
	"letterMessages.failed",
	"letters.unanswered",
	"overviewMessages.todo.failedMails_one",
	"overviewMessages.todo.failedMails_other",
	"letters.title.hold",
	"letters.hindrance.status",
	"letters.lead",
	"refusals.LETTER_SENT",
	"editor.new",
	"overviewMessages.todo.pendingMails_one",
	"overviewMessages.todo.pendingMails_other",
	"overviewMessages.heldUpBy",
	"letterMessages.notAllRetried_one",
	"letterMessages.notAllRetried_other",
	"outbox.retryAll",
	"outbox.test",
	"forum.confirm",
	"outbox.linksHidden",
	"thanks.unproven",
	"form.linkLimit",
	...["lead", "aboutHint", "noSuchEntry", "previewOf", "kinds.hold.name", "kinds.receipts.when"]
		.concat("placeholders.linkNote")
		.map((key) => `mailTexts.${key}`),
];

/** Said of a mail that stays, or that there is none. */
export const UNSENT = [
	"team.invitedSaved",
	"team.inviteHintSaved",
	"form.linkSaved",
	"thanks.receivedSaved",
	"thanks.noMail",
	"confirm.none",
	"admin.mailStays",
	"register.mailSaved",
	"forgot.leadSaved",
	"forgot.sentSaved",
	"verify.pendingSaved",
	"verify.sentAgainSaved",
	"verify.tooSoonSaved",
	"letterMessages.saved",
	"releaseMessages.saved_one",
	"releaseMessages.saved_other",
	"need.unmailed",
	"overviewMessages.todo.savedMails_one",
	"overviewMessages.todo.savedMails_other",
	"overviewMessages.todo.unmailed_one",
	"overviewMessages.todo.unmailed_other",
];
