import { LETTER_KINDS, type LetterKind } from "./enumerations.ts";

/** Who sets a status: organisers, or the author of the entry. */
export type Setter = "organiser" | "author";

/** What follows from the status of an entry. Everything that depends on a status reads it here. */
export interface StatusRules {
	/** The entry may have a place in the schedule. */
	schedulable: boolean;
	/** The entry waits for a place: organisers order those of a track. */
	waits: boolean;
	/** Organisers have made up their minds: it counts in the rate of acceptance. */
	decided: boolean;
	/** Public lists show it where they show accepted entries only. */
	listedAsAccepted: boolean;
	/** Kept for good. Entries of other statuses are removed a year after the event (`purge`). */
	kept: boolean;
	/** Mails that are true of it. One that waits is cancelled when its entry gets a status without it. */
	letters: readonly LetterKind[];
	/** The mail that announces it, if any: once sent, the log has this status. */
	announcedBy?: LetterKind;
	/** How it is coloured: a class of styles/content.css, or none. */
	look: "status-hold" | "status-accept" | "status-reject" | "";
	setBy: readonly Setter[];
	/** The statuses it may follow; without them, any. */
	from?: readonly string[];
}

/**
 * The statuses of an entry (specification section 4), in the order in which people are offered them; the first is that of
 * a new entry. A further one is a line here and its name in both languages: the database learns it at the next start.
 */
export const STATUS_RULES = {
	New: {
		schedulable: false,
		waits: false,
		decided: false,
		listedAsAccepted: false,
		kept: false,
		letters: [],
		look: "",
		setBy: ["organiser"],
	},
	Hold: {
		schedulable: false,
		waits: true,
		decided: false,
		listedAsAccepted: false,
		kept: false,
		letters: ["hold"],
		announcedBy: "hold",
		look: "status-hold",
		setBy: ["organiser"],
	},
	Accept: {
		schedulable: true,
		waits: false,
		decided: true,
		listedAsAccepted: true,
		kept: true,
		letters: ["accept"],
		announcedBy: "accept",
		look: "status-accept",
		setBy: ["organiser"],
	},
	Reject: {
		schedulable: false,
		waits: false,
		decided: true,
		listedAsAccepted: false,
		kept: false,
		letters: ["reject"],
		announcedBy: "reject",
		look: "status-reject",
		setBy: ["organiser"],
	},
} as const satisfies Record<string, StatusRules>;

export type Status = keyof typeof STATUS_RULES;

export const STATUSES = Object.keys(STATUS_RULES) as [Status, ...Status[]];

export const FIRST_STATUS = STATUSES[0];

const rulesOf = (status: Status): StatusRules => STATUS_RULES[status];

/** The statuses of which something is true. */
export function statusesThat(is: (rules: StatusRules) => boolean): Status[] {
	return STATUSES.filter((status) => is(rulesOf(status)));
}

// Marked as pure, so that browser files that do not use them leave them out.
export const SCHEDULABLE = /* @__PURE__ */ statusesThat(({ schedulable }) => schedulable);
export const WAITING = /* @__PURE__ */ statusesThat(({ waits }) => waits);
export const LISTED_AS_ACCEPTED = /* @__PURE__ */ statusesThat(({ listedAsAccepted }) => listedAsAccepted);
export const DECIDED = /* @__PURE__ */ statusesThat(({ decided }) => decided);
export const KEPT = /* @__PURE__ */ statusesThat(({ kept }) => kept);

/** The class that colours a status. */
export function lookOf(status: Status): StatusRules["look"] {
	return rulesOf(status).look;
}

/** The statuses a mail is true of; none for a mail that is true of all. */
export function statusesOf(letter: LetterKind): Status[] {
	return statusesThat(({ letters }) => letters.includes(letter));
}

/** The mail that announces a status, if any. */
export function letterAnnouncing(status: Status): LetterKind | undefined {
	return rulesOf(status).announcedBy;
}

/** The mail that the list of talks shows beside an entry: that of its status, or the acceptance where none announces it. */
export function letterBeside(status: Status): LetterKind {
	return letterAnnouncing(status) ?? LETTER_KINDS[0];
}

/** The status that a mail announces, if any. @param letter its kind; a mail may also be of others */
export function statusAnnouncedBy(letter: string): Status | undefined {
	return statusesThat(({ announcedBy }) => announcedBy === letter)[0];
}

/** The mails that tell a decision. */
export const DECISION_LETTERS = /* @__PURE__ */ LETTER_KINDS.filter((kind) => statusAnnouncedBy(kind));

/**
 * Whether a status may be set, on an entry with status `present` or on any entry. Setting the present status again
 * changes nothing.
 */
export function maySet(status: Status, by: Setter, present?: Status): boolean {
	const { setBy, from } = rulesOf(status);
	return status === present || (setBy.includes(by) && (present === undefined || !from || from.includes(present)));
}

/** The statuses that may be set, including the present one. */
export function settable(by: Setter, present?: Status): Status[] {
	return STATUSES.filter((status) => maySet(status, by, present));
}

/** What follows from an entry's presence, independent of its status. */
export interface PresenceRules {
	/** Its status applies. Otherwise it is not scheduled, not public, and gets no mails. */
	active: boolean;
	/** Its author may resubmit it. */
	restorable: boolean;
	/** Organisers may still change its status, track and panel. */
	decidable: boolean;
	/** The to-do list "withdrawn" shows and counts it. */
	listedAsWithdrawn: boolean;
	/** `purge` removes it a year after the event, whatever its status. */
	purged: boolean;
	/**
	 * Organisers keep it apart: it is in no list, count, file or review, and its author does not know. Their pages show the
	 * presence of before (`entries.told_presence`).
	 */
	apart: boolean;
	/** No mail about it is written or sent, not even a receipt. */
	silent: boolean;
}

/** The rules of a presence that states none. */
const BASE_RULES: PresenceRules = {
	active: false,
	restorable: false,
	decidable: false,
	listedAsWithdrawn: false,
	purged: false,
	apart: false,
	silent: false,
};

/**
 * The first is that of a new entry. `declined`: its author was accepted and does not take part; organisers may ask again.
 * `erased`: the person's data is gone, the rest serves statistics; nothing undoes it. `spam`: organisers removed it, and it is
 * erased in a month. `unchecked`: it came from where spam came from, and waits until organisers let it in.
 */
export const PRESENCE_RULES = {
	active: { ...BASE_RULES, active: true, decidable: true },
	withdrawn: { ...BASE_RULES, restorable: true, decidable: true, listedAsWithdrawn: true, purged: true },
	declined: { ...BASE_RULES, decidable: true, purged: true },
	spam: { ...BASE_RULES, purged: true, apart: true, silent: true },
	unchecked: { ...BASE_RULES, purged: true, apart: true },
	erased: { ...BASE_RULES },
} as const satisfies Record<string, PresenceRules>;

export type Presence = keyof typeof PRESENCE_RULES;

export const PRESENCES = Object.keys(PRESENCE_RULES) as [Presence, ...Presence[]];

export const FIRST_PRESENCE = "active" satisfies Presence;

/** The presence that an entry has after an action. */
export const PRESENCE_AFTER = {
	withdrawing: "withdrawn",
	resubmitting: FIRST_PRESENCE,
	declining: "declined",
	askingAgain: FIRST_PRESENCE,
	erasing: "erased",
	removingAsSpam: "spam",
	holding: "unchecked",
} as const satisfies Record<string, Presence>;

/** The presences of which something is true. */
export function presencesThat(is: (rules: PresenceRules) => boolean): Presence[] {
	return PRESENCES.filter((presence) => is(PRESENCE_RULES[presence]));
}

export const ACTIVE = /* @__PURE__ */ presencesThat(({ active }) => active);

/** Presences of entries that are in no list. */
export const APART = /* @__PURE__ */ presencesThat(({ apart }) => apart);
/** Presences of entries about which no mail leaves. */
export const SILENT = /* @__PURE__ */ presencesThat(({ silent }) => silent);

export function isActive({ presence }: { presence: Presence }): boolean {
	return PRESENCE_RULES[presence].active;
}

export function isRestorable({ presence }: { presence: Presence }): boolean {
	return PRESENCE_RULES[presence].restorable;
}

export function isApart({ presence }: { presence: Presence }): boolean {
	return PRESENCE_RULES[presence].apart;
}

export function isSilent({ presence }: { presence: Presence }): boolean {
	return PRESENCE_RULES[presence].silent;
}

export function isDecidable({ presence }: { presence: Presence }): boolean {
	return PRESENCE_RULES[presence].decidable;
}
