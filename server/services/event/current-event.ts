import { eq, type SQL } from "drizzle-orm";
import { type Accent, accentOf, accentStyle } from "../../../app/brand/accent.ts";
import type { Brand } from "../../../app/brand/brand.ts";
import type { Hex } from "../../../app/brand/colour.ts";
import { inChinese } from "../../../app/brand/event-fields.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import type { Database } from "../../../db/client.ts";
import { events } from "../../../db/schema.ts";

export type EventRow = typeof events.$inferSelect;

/** What there is to know of one event. */
export type KnownEvent = ReturnType<typeof eventThat>;

type Readable = Pick<Database, "orm" | "rememberingSetup">;

/**
 * The current event, from memory: it is read again after a write of any process. Everything that names the conference
 * asks here, each time; nothing keeps an answer.
 */
export const createCurrentEvent = (db: Readable): KnownEvent => eventThat(db, eq(events.state, "current"));

/** The event with a number, likewise. */
export const createEventNumbered = (db: Readable, id: number): KnownEvent => eventThat(db, eq(events.id, id));

function eventThat(db: Readable, wanted: SQL) {
	const find = db.orm.select().from(events).where(wanted).prepare();
	const row = db.rememberingSetup((): EventRow => {
		const found = find.get();
		if (!found) throw new Error("there is no such event");
		return found;
	});
	/** The last colour with what is made of it, which takes longer than reading. */
	let drawn: { colour: string; accent: Accent; accentStyle: string } | undefined;

	function accentIn({ accent: colour }: EventRow) {
		if (drawn?.colour === colour) return drawn;
		const accent = accentOf(colour as Hex);
		drawn = { colour, accent, accentStyle: accentStyle(accent) };
		return drawn;
	}

	const brand = db.rememberingSetup((locale: Locale): Brand => {
		const event = row();
		const { accent, accentStyle } = accentIn(event);
		const shown = (own: string, chinese: string) => (locale === "zh" ? inChinese(own, chinese) : own);
		return {
			product: shown(event.name, event.nameZh),
			place: shown(event.place, event.placeZh),
			accent,
			accentStyle,
			foundation: shown(event.organisation, event.organisationZh),
			foundationSite: event.site,
			spotlightSite: event.spotlightSite,
			chat: event.chat,
			privacy: event.privacy,
			support: event.support,
		};
	});

	/** IANA name of the time zone. */
	const zone = () => row().zone;

	/** What the front page says below the facts; "" for nothing. */
	const frontText = (locale: Locale) => (locale === "zh" && row().frontZh) || row().front;

	/** Whether it is the event of the specification, which new databases have; all others began blank. */
	const isSpecified = () => row().template === "hangzhou";

	/** Its number, which rows that belong to it carry. */
	const id = () => row().id;

	return { row, id, brand, zone, frontText, isSpecified };
}
