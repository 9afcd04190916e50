/** Closed lists that are not part of a programme's form. */
/** Admin tables show this many rows a page (specification section 9). */
export const PAGE_SIZE = 12;

/** How many rows a page may have instead, by choice. */
export const PAGE_SIZES: readonly number[] = [PAGE_SIZE, 25, 50, 100];

/** The columns of the list of talks, in their order. */
export const TALK_COLUMNS = ["number", "title", "name", "tracks", "panel", "updated", "status", "mails"] as const;
export type TalkColumn = (typeof TALK_COLUMNS)[number];
/** Those that every row has. */
export const COLUMNS_ALWAYS: readonly TalkColumn[] = ["title", "status"];

/** Saved views of one list, and the characters of the name of one. */
export const MOST_VIEWS = 30;

/** Entries of a waiting list that are shown, and ordered by hand: the others wait below them. */
export const MOST_WAITING_SHOWN = 100;

/** Links for late submissions that work at one time. */
export const MOST_LATE_LINKS = 200;
/** Entries that one may bring. */
export const MOST_LINK_USES = 20;
/** Days from today to the last one of a link. */
export const DAYS_OF_LINK = { usual: 7, most: 90 } as const;
export const MOST_IN_VIEW_NAME = 60;
/** Name of the buttons that order a waiting list by the scores of reviewers; the value is the track. */
export const ORDER_BY_SCORE = "do.by-score";

/** Names of the buttons that save, rename and delete a view. */
export const VIEW_BUTTONS = { save: "do.view-save", rename: "do.view-rename", remove: "do.view-remove" } as const;

/** Most entries in one bulk change, which is one transaction that others wait for. */
export const MOST_AT_ONCE = 1_000;
/** Most decisions in one release, which writes a mail for each. */
export const MOST_IN_RELEASE = 500;

/** Most submissions whose authors one broadcast may go to. */
export const MOST_IN_BROADCAST = 5_000;

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/**
 * Prefixes of buttons that show a form again in another language or theme, with everything typed: `do.language.zh`,
 * `do.theme.dark`.
 */
export const LANGUAGE_BUTTON = "do.language.";
export const THEME_BUTTON = "do.theme.";

/** Which talks the public sees: all, accepted ones, or none. */
export const PUBLIC_TALKS = ["all", "accepted", "off"] as const;
export type PublicTalks = (typeof PUBLIC_TALKS)[number];

/** Where an event is on its way: one is current, and visitors see that one. */
export const EVENT_STATES = ["preparing", "current", "archived"] as const;
export type EventState = (typeof EVENT_STATES)[number];

/** What can happen to an entry. */
export const LOG_TYPES = [
	"Created",
	"Edited",
	"Status",
	"Email",
	"Claimed",
	"Withdrawn",
	"Restored",
	"Track",
	"Panel",
	"Schedule",
	"Erased",
	"Late",
	"Told",
	"Confirmed",
	"Declined",
	"Asked",
	"Settled",
	"Spam",
] as const;

/** States in the log besides statuses: of mails, and of slots in the schedule. None may be named like a status. */
export const LOG_STATES = [
	...(["Registration", "Slot", "Removal", "Reminder"] as const),
	...(["placed", "moved", "removed", "undone", "left"] as const),
] as const;

/** Keywords of a panel (specification section 9). */
export const KEYWORDS = [
	"AI",
	"Cloud",
	"Security",
	"Open Source",
	"Data",
	"ML",
	"DevOps",
	"Web",
	"Edge",
	"IoT",
	"Governance",
	"Ethics",
] as const;

/** Mails the organisers send about an entry. */
export const LETTER_KINDS = ["accept", "hold", "reject", "forum"] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];

/** Mails with a secret that works once. Backups do not contain the secret, so a restored mail of these kinds is useless. */
export const ONE_TIME_MAILS = ["verify", "reset", "confirm", "invite"] as const;

/** Every kind of mail. A notice tells the owner of an account what has happened to it. */
export const MAIL_KINDS = [
	"receipt",
	"verify",
	"reset",
	"confirm",
	"notice",
	"invite",
	"slot",
	"removal",
	"test",
	"draft",
	"attendance",
	"answer",
	"broadcast",
	"message",
	"incoming",
	"reviewing",
	"mentioned",
	...LETTER_KINDS,
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** In which order waiting mails leave: lower numbers first, and by their time among the same. */
export const URGENCY = { signIn: 0, receipt: 1, letter: 2, broadcast: 3 } as const;
export type Urgency = (typeof URGENCY)[keyof typeof URGENCY];

/** Whether `MAIL_RATE` limits such mails: mail providers refuse many at once, and nobody waits for these on a page. */
export const isPaced = (urgency: Urgency): boolean => urgency >= URGENCY.letter;

const URGENCY_OF: Partial<Record<MailKind, Urgency>> = {
	verify: URGENCY.signIn,
	reset: URGENCY.signIn,
	confirm: URGENCY.signIn,
	notice: URGENCY.signIn,
	test: URGENCY.signIn,
	receipt: URGENCY.receipt,
	draft: URGENCY.receipt,
	invite: URGENCY.receipt,
	broadcast: URGENCY.broadcast,
};

/** How urgent a kind of mail is: somebody waits for some in front of the screen. Letters are what nobody has asked for just now. */
export const urgencyOf = (kind: MailKind): Urgency => URGENCY_OF[kind] ?? URGENCY.letter;

/** The language a mail may be written in: one, or the recipient's own with the other below it. */
export const LETTER_LANGUAGES = ["en", "zh", "both"] as const;
export type LetterLanguage = (typeof LETTER_LANGUAGES)[number];

/** Most characters of a mail. */
export const MOST_IN_LETTER = { subject: 300, body: 20_000 } as const;

/** The to-dos that lists can be narrowed to. */
export const NEEDS = [
	"unread",
	"incomplete",
	"untracked",
	"untold",
	"unmailed",
	"unplaced",
	"changed",
	"unconfirmed",
	"confirmed",
	"declined",
	"withdrawn",
] as const;
export type Need = (typeof NEEDS)[number];
/** Those of entries without a track, a place in the schedule or mails. */
export const WORK_NEEDS = ["unread", "incomplete", "untold", "withdrawn"] as const satisfies readonly Need[];

/** What an event starts with: that of the specification, or nothing that a conference of its own would have to remove. */
export const EVENT_TEMPLATES = ["blank", "hangzhou"] as const;
export type EventTemplate = (typeof EVENT_TEMPLATES)[number];

/** How a programme takes entries (decisions 6.1). */
export const PROGRAMME_STATES = ["open", "closed", "dates", "external"] as const;
export type ProgrammeState = (typeof PROGRAMME_STATES)[number];

/** When a call tells the statuses of its entries: as they are set, or when organisers release them. */
export const TELLING = ["at once", "when released"] as const;
export type Telling = (typeof TELLING)[number];

/** Why a mail was not sent, as stored in the outbox; the page translates it. */
export const NOT_SENT = {
	receipt: "replaced by a newer receipt",
	entry: "the entry has changed since the letter was written",
	place: "the place has changed since the letter was written",
	invitation: "the invitation was withdrawn or replaced",
	restored: "restored from a backup, and perhaps sent since that was made",
	erased: "the person was erased",
	organiser: "an organiser cancelled it",
	answered: "the message was answered before the mail left",
	spam: "the entry was removed as spam",
	unsubscribed: "the recipient has unsubscribed",
} as const;

/** Who reads the messages about an entry: its people and the organisers, or organisers only. */
export const MESSAGE_THREADS = ["people", "organisers"] as const;
export type MessageThread = (typeof MESSAGE_THREADS)[number];
/** Characters of a message, and the messages about one entry that its people may write in a day and in all. */
export const MOST_IN_MESSAGES = { characters: 5_000, aDay: 20, inAll: 200 } as const;

export const MAIL_STATES = ["pending", "sending", "sent", "failed", "cancelled", "expired"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Key of a mail's state: without a mail server a waiting mail counts as saved. */
export function mailWord<State extends string>(state: State, mailLeaves: boolean): State | "saved" {
	return state === "pending" && !mailLeaves ? "saved" : state;
}

/** Key of the sentence for a mail that has not left yet. */
export function unsentLetter(mailLeaves: boolean): "letterMessages.queued" | "letterMessages.saved" {
	return mailLeaves ? "letterMessages.queued" : "letterMessages.saved";
}

/** How a criterion of reviews is marked: from the lowest mark to the highest. */
export const SCALES = ["1-5", "0-3"] as const;
export type Scale = (typeof SCALES)[number];

/** What a reviewer recommends. */
export const RECOMMENDATIONS = ["yes", "maybe", "no"] as const;
export type Recommendation = (typeof RECOMMENDATIONS)[number];

/** How far a review is. A conflict of interest is a row of its own (`CONFLICT_STATES`), because it may come without one. */
export const REVIEW_STATES = ["open", "done", "abstained"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** How an entry came to be assigned to a reviewer. */
export const ASSIGNED_BY = ["hand", "panel", "balance"] as const;

/** A conflict of interest that the reviewer declared, that was found, or that organisers dismissed. */
export const CONFLICT_STATES = ["declared", "found", "dismissed"] as const;

/** Most characters of a note in a review, and of the text that organisers put in the place of an answer. */
export const MOST_IN_REVIEW = { note: 5_000, redaction: 20_000, comment: 2_000, comments: 200 } as const;
