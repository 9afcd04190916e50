import type { LetterKind } from "./enumerations.ts";
import { letterAnnouncing, type Status } from "./lifecycle.ts";

/** What programmes of a kind can do. Everything that depends on a kind reads it here; a programme only names its kind. */
export interface KindRules {
	/** Accepted entries may have a place in the schedule. */
	schedulable: boolean;
	/** Authors of accepted entries may be asked to confirm that they take part. */
	confirms: boolean;
	/** Entries belong to a track, and organisers assign them to a panel. */
	hasTracks: boolean;
	/** Mails that organisers send about an entry. */
	letters: readonly LetterKind[];
	/** Organisers enter and correct entries in the editor of the console. */
	hasEditor: boolean;
	/** Whether their list is public: always, by the event's setting `publicTalks`, or never. */
	publicList: "always" | "by setting" | "never";
	/** First part of the names of CSV files, and whether their columns are headed by labels or by names (specification 9). */
	csv: { file: string; headings: "labels" | "names" };
	/** The answers on the cards of a person's own entries (specification section 3). */
	card: readonly string[];
}

/** The kinds of entries: their list, their REST call, the first part of their spot ids. */
export const KIND_RULES = {
	talk: {
		schedulable: true,
		confirms: true,
		hasTracks: true,
		letters: ["accept", "hold", "reject"],
		hasEditor: true,
		publicList: "by setting",
		csv: { file: "proposals", headings: "names" },
		card: ["title", "language", "tracks", "name", "org", "role"],
	},
	nomination: {
		schedulable: false,
		confirms: false,
		hasTracks: false,
		letters: [],
		hasEditor: false,
		publicList: "never",
		csv: { file: "nominations", headings: "names" },
		card: ["projectname", "web", "projectrepo", "projectage", "sponsored", "nominatorname", "ownername", "maintainers"],
	},
	aigc: {
		schedulable: false,
		confirms: false,
		hasTracks: false,
		letters: [],
		hasEditor: false,
		publicList: "always",
		csv: { file: "aigc-submissions", headings: "labels" },
		card: ["name", "org", "spotlightTrack", "title", "artworkTitle"],
	},
	forum: {
		schedulable: false,
		confirms: false,
		hasTracks: false,
		letters: ["forum"],
		hasEditor: false,
		publicList: "never",
		csv: { file: "forum-registrations", headings: "names" },
		card: ["name", "companySchool", "forumTopic"],
	},
} as const satisfies Record<string, KindRules>;

export type EntryKind = keyof typeof KIND_RULES;

export const ENTRY_KINDS = Object.keys(KIND_RULES) as [EntryKind, ...EntryKind[]];

/** The lists of the console. */
export const CONSOLE_LISTS = {
	talk: "/admin/proposals",
	nomination: "/admin/nominations",
	aigc: "/admin/aigc",
	forum: "/admin/forum",
} as const satisfies Record<EntryKind, string>;

/** Address at which organisers read an entry. @param from page to go back to, if that is not the list of its kind */
export const consolePath = ({ id, kind }: { id: number; kind: EntryKind }, from = ""): string =>
	`${CONSOLE_LISTS[kind]}?modal=details&id=${id}${from && `&return=${encodeURIComponent(from)}`}`;

/** Kinds with a public list. */
export type PublicKind = {
	[K in EntryKind]: (typeof KIND_RULES)[K]["publicList"] extends "never" ? never : K;
}[EntryKind];

export function isPublicKind(kind: EntryKind): kind is PublicKind {
	return rulesOfKind(kind).publicList !== "never";
}

export function rulesOfKind(kind: EntryKind): KindRules {
	return KIND_RULES[kind];
}

/** The kinds of which something is true. */
export function kindsThat(is: (rules: KindRules) => boolean): EntryKind[] {
	return ENTRY_KINDS.filter((kind) => is(KIND_RULES[kind]));
}

/** The mail that tells authors of a kind of entries a status, if any. */
export function letterTelling(kind: EntryKind, status: Status): LetterKind | undefined {
	const letter = letterAnnouncing(status);
	return letter && rulesOfKind(kind).letters.includes(letter) ? letter : undefined;
}
