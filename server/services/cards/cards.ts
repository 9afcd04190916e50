import { join } from "node:path";
import { LOCALES } from "../../../app/i18n.ts";
import { translators } from "../../../app/locales/index.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { formatDate } from "../../../app/programmes/window.ts";
import { FREE_FOR_UPLOADS_BYTES } from "../../disk.ts";
import { AppError } from "../../errors.ts";
import { sha256 } from "../../secrets.ts";
import type { Actor } from "../actor.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import { batchesOf, yieldToOthers } from "../limits/batches.ts";
import type { FairQueue } from "../limits/fair-queue.ts";
import type { PublicEntries } from "../lists/public-entries.ts";
import type { Runtime } from "../runtime.ts";
import type { Conference } from "../schedule/conference.ts";
import type { PublicSchedule } from "../schedule/public-schedule.ts";
import type { BrandPictures } from "./brand-pictures.ts";
import { CARD, type CardWords, drawCard } from "./card-drawing.ts";
import { createCardStore } from "./card-store.ts";
import { fontsVersion } from "./fonts.ts";

/** Raise it when cards are drawn differently. */
const DESIGN = 1;
/** As `nameOf` makes it. */
const NAME = /^(?:conference|talk-(\d+))-(en|zh)$/;

/** What a card is about: a public talk by its number, or the conference. */
type Subject = number | "conference";

/** A card that may be shown now. */
interface PresentCard {
	/** Names it: another one where the card looks different. */
	version: string;
	/** The picture, drawn if it is not kept. @throws AppError BUSY */
	png: (actor: Actor) => Promise<Buffer>;
}

interface Wanted {
	words: CardWords;
	version: string;
	locale: Locale;
	/** Of the first who asks. */
	network: Actor["network"];
}

export type Cards = ReturnType<typeof createCards>;

/**
 * The pictures that sites show beside a link to a public page. Each is drawn when it is first asked for, and kept on disk
 * while what it shows stays the same and is public.
 */
export function createCards(
	{ config, disk, event, log }: Pick<Runtime, "config" | "disk" | "event" | "log">,
	services: {
		brandPictures: BrandPictures;
		conference: Conference;
		publicEntries: PublicEntries;
		publicSchedule: PublicSchedule;
		inTurn: FairQueue;
		links: Pick<PrivateLinks, "origin">;
	},
) {
	const { brandPictures, conference, publicEntries, publicSchedule, inTurn, links } = services;
	const store = createCardStore(join(config.dataDir, "cards"));
	/** Those being fetched: simultaneous requests wait for the same one. */
	const underway = new Map<string, Promise<Buffer>>();

	/** Undefined for a talk that is not public. */
	function wordsOf(subject: Subject, locale: Locale): CardWords | undefined {
		const { name, dates, place } = conference.facts(locale);
		if (subject === "conference") {
			const above = translators[locale]("site.callForProposals");
			return { above, title: name, by: dates, foot: place };
		}
		const session = publicSchedule.session(subject);
		const entry = session?.entry ?? publicEntries.one("talk", subject);
		if (!entry) return;
		const when = session && `${formatDate(session.place.date, locale, "short")} ${session.place.time}`;
		return {
			above: name,
			title: entry.title || translators[locale]("entry.untitled"),
			by: [entry.name, entry.org].filter(Boolean).join(" · "),
			foot: [when ?? dates, session?.place.room, place].filter(Boolean).join(" · "),
		};
	}

	function versionOf(words: CardWords): string {
		const drawn = [DESIGN, event.brand("en").accent.light, brandPictures.emblemVersion(), words];
		return sha256(JSON.stringify(drawn)).toString("hex").slice(0, 16);
	}

	const nameOf = (subject: Subject, locale: Locale) =>
		`${subject === "conference" ? subject : `talk-${subject}`}-${locale}`;

	/** The address of a card and what it says, for those who cannot see it. */
	function cardOf(subject: Subject, locale: Locale) {
		const words = wordsOf(subject, locale);
		if (!words) return;
		const said = [words.title, words.by, words.foot].filter(Boolean).join(" · ");
		return { path: `/cards/${nameOf(subject, locale)}.png?v=${versionOf(words)}`, text: said, ...CARD };
	}

	/** Reads and draws nothing yet. @throws AppError NOT_FOUND for a talk that is not public */
	async function present(subject: Subject, locale: Locale): Promise<PresentCard> {
		const words = wordsOf(subject, locale);
		if (!words) {
			for (const one of LOCALES) await quietly(() => store.remove(nameOf(subject, one)));
			throw new AppError("NOT_FOUND");
		}
		const version = versionOf(words);
		return { version, png: ({ network }) => fetched(nameOf(subject, locale), { words, version, locale, network }) };
	}

	function fetched(name: string, wanted: Wanted): Promise<Buffer> {
		const key = `${name} ${wanted.version}`;
		const same = underway.get(key);
		if (same) return same;
		const fetching = keptOrDrawn(name, wanted).finally(() => underway.delete(key));
		underway.set(key, fetching);
		return fetching;
	}

	async function keptOrDrawn(name: string, { words, version, locale, network }: Wanted): Promise<Buffer> {
		// Taken at once: when its turn comes, the brand may be another than the version names.
		const look = { accent: event.brand(locale).accent, emblem: brandPictures.emblem() };
		const drawnAs = `${version}-${await fontsVersion()}`;
		const kept = await quietly(() => store.read(name, drawnAs));
		if (kept) return kept;
		const png = await inTurn({ network }, () => drawCard(words, look));
		await quietly(() => keep(name, version, drawnAs, png));
		return png;
	}

	async function keep(name: string, version: string, drawnAs: string, png: Buffer): Promise<void> {
		if (disk.free(config.dataDir) < FREE_FOR_UPLOADS_BYTES) return;
		await store.write(name, drawnAs, png);
		// Changed or hidden while it was drawn: nothing else would remove it soon.
		if (versionNow(name) !== version) await store.remove(name);
	}

	/** A card that cannot be kept is still shown. */
	async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
		try {
			return await work();
		} catch (err) {
			log.warn({ err }, "the folder of cards cannot be used; cards are drawn each time they are asked for");
			return;
		}
	}

	/** The version that a card has now; undefined where there is none. */
	function versionNow(name: string): string | undefined {
		const [, id, locale] = NAME.exec(name) ?? [];
		const words = wordsOf(id === undefined ? "conference" : Number(id), locale === "zh" ? "zh" : "en");
		return words && versionOf(words);
	}

	/** Removes cards that show something old, or something that is not public any more. */
	async function sweep(): Promise<void> {
		for (const batch of batchesOf(await store.list())) {
			for (const { name, version } of batch) if (!version.startsWith(`${versionNow(name)}-`)) await store.remove(name);
			await yieldToOthers();
		}
	}

	return { cardOf, present, sweep, origin: links.origin };
}
