import { eq } from "drizzle-orm";
import { type Accent, accentOf, accentStyle } from "../../../app/brand/accent.ts";
import type { Brand } from "../../../app/brand/brand.ts";
import type { Hex } from "../../../app/brand/colour.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import type { Database } from "../../../db/client.ts";
import { events } from "../../../db/schema.ts";

export type EventRow = typeof events.$inferSelect;

export type CurrentEvent = ReturnType<typeof createCurrentEvent>;

/**
 * The current event, from memory: it is read again after a write of any process. Everything that names the conference
 * asks here, each time; nothing keeps an answer.
 */
export function createCurrentEvent(db: Pick<Database, "orm" | "remembering">) {
	const find = db.orm.select().from(events).where(eq(events.state, "current")).prepare();
	const row = db.remembering((): EventRow => {
		const found = find.get();
		if (!found) throw new Error("there is no current event");
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

	const brand = db.remembering((locale: Locale): Brand => {
		const event = row();
		const { accent, accentStyle } = accentIn(event);
		const inChinese = (own: string, chinese: string) => (locale === "zh" && chinese) || own;
		return {
			product: inChinese(event.name, event.nameZh),
			place: inChinese(event.place, event.placeZh),
			accent,
			accentStyle,
			foundation: inChinese(event.organisation, event.organisationZh),
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

	return { row, brand, zone, frontText };
}
