import type { Translate } from "../../app/i18n.ts";
import { translators } from "../../app/locales/index.ts";
import { held } from "../../app/mails/letter-texts.ts";
import type { EventValues, MailText, MailTextKind, Placeholder } from "../../app/mails/mail-texts.ts";
import type { Locale } from "../../app/programmes/define.ts";

const as = (name: Placeholder) => held(name);

/** What the texts of the program call their placeholders. */
const HELD = {
	product: as("event"),
	programme: as("call"),
	reference: as("reference"),
	name: as("name"),
	title: as("title"),
	address: as("support"),
	place: as("place"),
	dates: as("dates"),
	date: as("deadline"),
};

const SUBJECTS = {
	receipt: "mail.receivedSubject",
	receipts: "mail.receivedSeveralSubject",
	draft: "mail.draftSubject",
	accept: "mail.acceptSubject",
	attendance: "mail.attendanceSubject",
	message: "mail.messageSubject",
	hold: "mail.holdSubject",
	reject: "mail.rejectSubject",
	slot: "mail.slotSubject",
	removal: "mail.removalSubject",
	forum: "mail.forumSubject",
} as const satisfies Record<MailTextKind, string>;

/** Paragraphs between which a mail has an empty line. Where it is about a link, the link follows in a line of its own. */
const PARAGRAPHS: Record<MailTextKind, (t: Translate, event: EventValues) => string[]> = {
	receipt: (t) => [
		t("mail.greeting"),
		t("mail.received", HELD),
		as("missing"),
		as("steps"),
		`${as("linkNote")}\n${as("link")}`,
	],
	receipts: (t) => [t("mail.greeting"), t("mail.receivedSeveral", HELD), as("submissions"), as("linkNote")],
	draft: (t) => [t("mail.greeting"), t("mail.draft", HELD), t("mail.draftOf", HELD), as("link"), t("mail.draftIgnore")],
	accept: (t) => [t("mail.dear", HELD), t("mail.accept", HELD), `${as("confirm")}\n${as("link")}`],
	attendance: (t) => [
		t("mail.dear", HELD),
		t("mail.attendance", HELD),
		t("mail.attendanceAction"),
		`${as("linkNote")}\n${as("link")}`,
	],
	message: (t) => [t("mail.dear", HELD), t("mail.message", HELD), `${as("linkNote")}\n${as("link")}`],
	hold: (t) => [t("mail.dear", HELD), t("mail.hold", HELD)],
	reject: (t) => [t("mail.dear", HELD), t("mail.reject", HELD)],
	slot: (t) => [
		t("mail.dear", HELD),
		t("mail.slot", HELD),
		[as("time"), as("length"), as("room")].join("\n"),
		t("mail.slotCalendar"),
		`${as("linkNote")}\n${as("link")}`,
	],
	removal: (t) => [
		t("mail.dear", HELD),
		t("mail.removal", HELD),
		t("mail.removalCalendar"),
		`${as("linkNote")}\n${as("link")}`,
	],
	forum: (t, event) => [t("mail.dear", HELD), t(forumSentence(event), HELD)],
};

/** An event may have no place or no days yet. */
function forumSentence({ place, dates }: EventValues) {
	if (place && dates) return "mail.forum";
	if (place) return "mail.forumPlace";
	return dates ? "mail.forumDates" : "mail.forumAlone";
}

/** The text that a mail has unless organisers have changed it. */
export function shippedText(kind: MailTextKind, locale: Locale, event: EventValues): MailText {
	const t = translators[locale];
	const end = [t("mail.support", HELD), as("organisation")];
	return { subject: t(SUBJECTS[kind], HELD), body: [...PARAGRAPHS[kind](t, event), ...end].join("\n\n") };
}
