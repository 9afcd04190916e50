import { kindsThat } from "../kinds.ts";

/**
 * The mails whose texts organisers may change: those to speakers and registrants. What each is for, and what its
 * placeholders mean, is under `mailTexts` in the locale files. Mails about accounts and logins stay code.
 */

/** Placeholders of every mail. */
export const EVENT_PLACEHOLDERS = ["event", "place", "dates", "support", "organisation"] as const;

interface Rules {
	/** Its placeholders besides those of every mail. Receipts and links to drafts go to addresses that anybody can name in a
	 * form, so they have none for what was typed. */
	placeholders: readonly string[];
	/** Those without which its text would be of no use. */
	required: readonly string[];
}

export const MAIL_TEXTS = {
	receipt: {
		placeholders: ["call", "reference", "missing", "steps", "linkNote", "link"],
		required: ["missing", "link"],
	},
	receipts: { placeholders: ["submissions", "linkNote"], required: ["submissions"] },
	draft: { placeholders: ["call", "link"], required: ["link"] },
	accept: { placeholders: ["name", "title", "confirm", "link"], required: ["title"] },
	attendance: { placeholders: ["name", "title", "deadline", "linkNote", "link"], required: ["deadline", "link"] },
	message: { placeholders: ["name", "title", "reference", "linkNote", "link"], required: ["link"] },
	hold: { placeholders: ["name", "title", "link"], required: ["title"] },
	reject: { placeholders: ["name", "title", "link"], required: ["title"] },
	slot: {
		placeholders: ["name", "title", "time", "length", "room", "linkNote", "link"],
		required: ["title", "time", "room"],
	},
	removal: { placeholders: ["name", "title", "linkNote", "link"], required: ["title"] },
	forum: { placeholders: ["name", "link"], required: [] },
} as const satisfies Record<string, Rules>;

export type MailTextKind = keyof typeof MAIL_TEXTS;

/** Texts that are written anew each time, to many people at once. */
const WRITTEN_ANEW = {
	broadcast: { placeholders: ["name", "title", "link"], required: [] },
} as const satisfies Record<string, Rules>;

const ALL_TEXTS = { ...MAIL_TEXTS, ...WRITTEN_ANEW };

/** Every text that organisers write with placeholders. */
export type TextKind = keyof typeof ALL_TEXTS;

export const MAIL_TEXT_KINDS = Object.keys(MAIL_TEXTS) as [MailTextKind, ...MailTextKind[]];

type EventPlaceholder = (typeof EVENT_PLACEHOLDERS)[number];
export type OwnPlaceholder<K extends TextKind> = (typeof ALL_TEXTS)[K]["placeholders"][number];
export type Placeholder = EventPlaceholder | OwnPlaceholder<TextKind>;
export type EventValues = Readonly<Record<EventPlaceholder, string>>;
export type OwnValues<K extends TextKind> = Readonly<Record<OwnPlaceholder<K>, string>>;

/** Subject and text as organisers write them, with placeholders like `{{event}}`. */
export interface MailText {
	subject: string;
	body: string;
}

/** Values of a link are secrets, and those of the others take several lines: no subject has them. */
const NOT_IN_SUBJECT: readonly Placeholder[] = ["link", "linkNote", "missing", "steps", "submissions", "confirm"];

/** What stands for a person and their talk where there is no entry to show. */
export const SAMPLES = {
	name: { en: "Ada Lovelace", zh: "林晓" },
	title: { en: "Notes on the Analytical Engine", zh: "分析机笔记" },
	room: { en: "Hall 1", zh: "一号厅" },
} as const;

/** Most characters, lines, and repetitions of one placeholder. */
export const MOST_IN_MAIL_TEXT = { subject: 200, body: 5_000, lines: 150, repeated: 5 } as const;

export function isMailTextKind(text: string): text is MailTextKind {
	return Object.hasOwn(MAIL_TEXTS, text);
}

/** The placeholders of a text, its own first. @param part a subject has fewer */
export function placeholdersOf(kind: TextKind, part: keyof MailText = "body"): Placeholder[] {
	const all: Placeholder[] = [...ALL_TEXTS[kind].placeholders, ...EVENT_PLACEHOLDERS];
	return part === "body" ? all : all.filter((name) => !NOT_IN_SUBJECT.includes(name));
}

export const requiredOf = (kind: TextKind): readonly Placeholder[] => ALL_TEXTS[kind].required;

/** The kinds of entries that a mail is about. */
export function kindsToldBy(kind: MailTextKind) {
	return kindsThat(({ letters, schedulable, confirms }) => {
		if (kind === "attendance") return confirms;
		if (kind === "slot" || kind === "removal") return schedulable;
		if (kind === "receipt" || kind === "receipts" || kind === "message") return true;
		return letters.some((letter) => letter === kind);
	});
}
