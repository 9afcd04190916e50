import { z } from "zod";
import { EVENT_FIELD_NAMES, type EventField, rulesOfField } from "../brand/event-fields.ts";
import { PROGRAMME_STATES, TELLING } from "../enumerations.ts";
import { LOCALES } from "../i18n.ts";
import { MAIL_TEXT_KINDS } from "../mails/mail-texts.ts";
import { MOST_REMIND_DAYS } from "../programmes/attendance.ts";
import { isPlainText } from "../programmes/problems.ts";
import { LEAST_MINUTES, MOST_DAYS, MOST_MINUTES, MOST_SLOTS } from "../schedule/grid-fault.ts";
import { line, programmeDefinition } from "./definition.ts";
import { reviewRules } from "./reviews.ts";

/**
 * Everything that organisers set up, as one document. What it cannot say of a whole is said by the sections
 * (`server/services/setup`). A new part of the set-up is a property here and a section there.
 */

/** Changes where a program of before could not read a document any more. */
export const SETUP_VERSION = 1;

/** Characters; what is tidied away may come on top of what a text may have. */
const MOST_MAIL = { subject: 1_000, body: 10_000 };

/**
 * Largest document, how deep its values may be nested, and how many it may have: ten days of twenty rooms with thirty
 * slots each are 18,000, and a call with a hundred questions is some 2,000.
 */
export const MOST_SETUP = {
	bytes: 1024 * 1024,
	values: 50_000,
	logo: 200 * 1024,
	depth: 20,
	tracks: 200,
	calls: 100,
	specials: 100,
} as const;

const text = (max: number, min = 0) => z.string().min(min).max(max).refine(isPlainText);

const fieldOfEvent = (name: EventField) => {
	const { kind, max, required } = rulesOfField(name);
	// Documents of before have none: the event keeps its own.
	if (kind === "choice") return line(max).default("");
	return (kind === "prose" ? text : line)(max, required ? 1 : 0);
};

/** Its fields as the form of the event has them. */
const event = z.strictObject(
	Object.fromEntries(EVENT_FIELD_NAMES.map((name) => [name, fieldOfEvent(name)])) as Record<
		EventField,
		ReturnType<typeof fieldOfEvent>
	>,
);

/** As stored with entries and in slots; older ones may have any characters. */
const trackId = line(60, 1);

const track = z.strictObject({
	id: trackId,
	/** `unselected` is the first and only row for "none yet"; `divider` separates options. */
	kind: z.enum(["unselected", "track", "divider"]),
	label: line(200, 1),
	labelZh: line(200),
	description: text(2_000),
	descriptionZh: text(2_000),
	/** Whether new entries can choose it. */
	active: z.boolean(),
});

/** A picture as a data URL. Base64 takes four characters for three bytes. */
const logo = z
	.string()
	.max(Math.ceil(MOST_SETUP.logo / 3) * 4 + 30)
	.regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/)
	.nullable()
	.describe(
		"A PNG, JPEG or WebP picture of at most 200 KB as a data URL; null for none. Without this property the logo stays.",
	);

const instant = z.iso.datetime({ offset: true }).nullable();

const call = z.strictObject({
	/** The form, as published. When it is open is said beside it. */
	definition: programmeDefinition.unwrap().omit({ window: true }),
	state: z.enum(PROGRAMME_STATES),
	opensAt: instant,
	closesAt: instant,
	/** Where it takes entries, for the state `external`. */
	link: line(500).nullable(),
	/** Without it, as it is; a new call tells at once. */
	tells: z.enum(TELLING).optional(),
	/** Until when accepted authors confirm that they take part; null: they are not asked. Without it, as it is. */
	confirmBy: instant.optional(),
	/** How many days before that they are reminded. */
	remindDays: z.number().int().min(0).max(MOST_REMIND_DAYS).optional(),
	/** How its entries are reviewed; null: they are not. Without it, as it is. */
	review: reviewRules.extend({ opensAt: instant, closesAt: instant }).nullable().optional(),
	/** It has no form any more; its entries stay. */
	archived: z.boolean(),
});

const mail = z.strictObject({
	kind: z.enum(MAIL_TEXT_KINDS),
	locale: z.enum(LOCALES),
	subject: line(MOST_MAIL.subject, 1),
	body: text(MOST_MAIL.body, 1),
});

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const minutes = z.number().int().min(LEAST_MINUTES).max(MOST_MINUTES);

const special = z.strictObject({
	time,
	minutes,
	/** Null: all tracks of the day. */
	track: trackId.nullable(),
	title: line(200, 1),
	titleZh: line(200),
	description: text(2_000),
	descriptionZh: text(2_000),
});

const day = z.strictObject({
	date: z.iso.date().refine((date) => date >= "2000-01-01"),
	/** Each track that has slots on the day, and in which room. */
	tracks: z
		.array(
			z.strictObject({
				id: trackId,
				room: line(100),
				slots: z.array(z.strictObject({ time, minutes })).max(MOST_SLOTS),
			}),
		)
		.max(MOST_SETUP.tracks),
	specials: z.array(special).max(MOST_SETUP.specials),
});

export const setupDocument = z.strictObject({
	version: z.literal(SETUP_VERSION),
	event,
	/** In their order. */
	tracks: z.array(track).min(1).max(MOST_SETUP.tracks),
	/** In their order. Calls that were never published are left out. */
	calls: z.array(call).min(1).max(MOST_SETUP.calls),
	grid: z.strictObject({ days: z.array(day).max(MOST_DAYS) }),
	/** Texts of mails that differ from those of the program. */
	mails: z.array(mail).max(MAIL_TEXT_KINDS.length * LOCALES.length),
	/** Last, because it is long. */
	logo: logo.optional(),
});

export type SetupDocument = z.infer<typeof setupDocument>;
export type SetupCall = SetupDocument["calls"][number];
export type SetupDay = SetupDocument["grid"]["days"][number];
