import { eq, sql } from "drizzle-orm";
import { eventLogos } from "../../../db/schema.ts";
import { drawMark, emblemOf, type Pixels } from "../event/logo-drawing.ts";
import type { Runtime } from "../runtime.ts";

/** Pages show it this high. */
const SHOWN_HEIGHT = 28;

export type BrandPictures = ReturnType<typeof createBrandPictures>;

/** The logo of the current event in the sizes that are shown, or the built-in mark. */
export function createBrandPictures({ db, event }: Pick<Runtime, "db" | "event">) {
	const ofEvent = eq(eventLogos.eventId, sql.placeholder("id"));
	const { version, width, height, logo: png, icon, emblem: pixels, emblemWidth, emblemHeight } = eventLogos;
	const findSize = db.orm.select({ version, width, height }).from(eventLogos).where(ofEvent).prepare();
	const findFiles = db.orm.select({ logo: png, icon }).from(eventLogos).where(ofEvent).prepare();
	const findEmblem = db.orm
		.select({ emblem: pixels, emblemWidth, emblemHeight })
		.from(eventLogos)
		.where(ofEvent)
		.prepare();
	/** Without the pictures: every page asks for it. */
	const present = db.rememberingSetup(() => findSize.get({ id: event.row().id }));
	/** The built-in mark; its colour is given to it where it is used. */
	let mark: Pixels | undefined;

	/** Draws what can be drawn only before anything is served. */
	async function prepare(): Promise<void> {
		mark = await drawMark();
	}

	/** Addresses and size for pages; undefined without a logo. */
	function logo() {
		const found = present();
		if (!found) return;
		return {
			src: `/brand/logo.png?v=${found.version}`,
			icon: `/brand/icon.png?v=${found.version}`,
			width: Math.round((found.width * SHOWN_HEIGHT) / found.height),
			height: SHOWN_HEIGHT,
		};
	}

	/** The bytes of a file that pages name. @returns undefined without a logo */
	function file(name: "logo" | "icon"): Buffer | undefined {
		return findFiles.get({ id: event.row().id })?.[name];
	}

	/** For the corner of a card: the logo, or the mark in the accent. @throws Error before `prepare` */
	function emblem(): Pixels {
		const found = findEmblem.get({ id: event.row().id });
		if (found) return emblemOf(found);
		if (!mark) throw new Error("the pictures of the brand were not prepared");
		return tinted(mark, event.brand("en").accent.light);
	}

	/** Differs where the emblem does, as far as its colour is not what makes it differ. */
	const emblemVersion = () => present()?.version ?? "mark";

	return { prepare, logo, file, emblem, emblemVersion };
}

/** A picture in one colour, as opaque as it was. */
function tinted({ data, raw }: Pixels, colour: string): Pixels {
	const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
	const changed = Buffer.from(data);
	for (let at = 0; at < changed.length; at += raw.channels) changed.set(channels, at);
	return { data: changed, raw };
}
