import { PUBLIC_TALKS } from "../enumerations.ts";

/** What a field of an event takes. */
interface EventFieldRules {
	kind: "line" | "prose" | "link" | "email" | "zone" | "colour" | "choice";
	/** Characters. */
	max: number;
	required?: true;
	/** The values of a choice. */
	options?: readonly string[];
	/** In Chinese pages it stands for this field, where it is filled in. */
	chineseFor?: string;
}

/** What organisers change of an event, in the order in which problems are reported. */
export const EVENT_FIELDS = {
	name: { kind: "line", max: 100, required: true },
	nameZh: { kind: "line", max: 100, chineseFor: "name" },
	place: { kind: "line", max: 100 },
	placeZh: { kind: "line", max: 100, chineseFor: "place" },
	zone: { kind: "zone", max: 100, required: true },
	organisation: { kind: "line", max: 200, required: true },
	organisationZh: { kind: "line", max: 200, chineseFor: "organisation" },
	support: { kind: "email", max: 254, required: true },
	site: { kind: "link", max: 500 },
	privacy: { kind: "link", max: 500 },
	chat: { kind: "link", max: 500 },
	spotlightSite: { kind: "link", max: 500 },
	front: { kind: "prose", max: 2_000 },
	frontZh: { kind: "prose", max: 2_000, chineseFor: "front" },
	publicTalks: { kind: "choice", max: 8, required: true, options: PUBLIC_TALKS },
	accent: { kind: "colour", max: 7, required: true },
} as const satisfies Record<string, EventFieldRules>;

export type EventField = keyof typeof EVENT_FIELDS;

export const EVENT_FIELD_NAMES = Object.keys(EVENT_FIELDS) as EventField[];

/** The settings of an event as texts, "" for what is empty. */
export type EventSettings = Record<EventField, string>;

export const rulesOfField = (name: EventField): EventFieldRules => EVENT_FIELDS[name];

/** Where two differ, in the order of the fields. */
export function changedFields(one: EventSettings, other: EventSettings): EventField[] {
	return EVENT_FIELD_NAMES.filter((name) => one[name] !== other[name]);
}

/** Stands for the name of an event until organisers enter it. */
export const PLACEHOLDER_NAME = "Your conference";

/** Stands for the organisation until organisers enter it. */
export const PLACEHOLDER_ORGANISATION = "The organisers";

/** Not stored, so that they go with the names they stand for. */
const PLACEHOLDERS_IN_CHINESE: Readonly<Record<string, string>> = {
	[PLACEHOLDER_NAME]: "您的大会",
	[PLACEHOLDER_ORGANISATION]: "主办方",
};

/** A name on Chinese pages. @param chinese the one that organisers entered for them, "" for none */
export const inChinese = (name: string, chinese: string) => chinese || PLACEHOLDERS_IN_CHINESE[name] || name;

/** Stands for the support address until organisers enter theirs. */
export const PLACEHOLDER_SUPPORT = "organisers@conference.example";

/** Addresses below `.example` reach nobody (RFC 2606). */
export const isPlaceholder = (address: string) => address.endsWith(".example");
