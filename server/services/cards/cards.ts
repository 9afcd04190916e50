import { translators } from "../../../app/locales/index.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { formatDate } from "../../../app/programmes/window.ts";
import { AppError } from "../../errors.ts";
import { sha256 } from "../../secrets.ts";
import type { Actor } from "../actor.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import type { FairQueue } from "../limits/fair-queue.ts";
import type { PublicEntries } from "../lists/public-entries.ts";
import type { Runtime } from "../runtime.ts";
import type { Conference } from "../schedule/conference.ts";
import type { PublicSchedule } from "../schedule/public-schedule.ts";
import type { BrandPictures } from "./brand-pictures.ts";
import { CARD, type CardWords, drawCard } from "./card-drawing.ts";

/** Raise it when cards are drawn differently. */
const DESIGN = 1;
/** A card has some 30 KB. */
const MOST_KEPT = 100;

/** What a card is about: a public talk by its number, or the conference. */
type Subject = number | "conference";

export type Cards = ReturnType<typeof createCards>;

/** The pictures that sites show beside a link to a public page. Each is drawn when it is first asked for. */
export function createCards(
	{ event }: Pick<Runtime, "event">,
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
	/** By version, least recently used first. */
	const kept = new Map<string, Promise<Buffer>>();

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

	/** The address of a card and what it says, for those who cannot see it. */
	function cardOf(subject: Subject, locale: Locale) {
		const words = wordsOf(subject, locale);
		if (!words) return;
		const name = subject === "conference" ? subject : `talk-${subject}`;
		const said = [words.title, words.by, words.foot].filter(Boolean).join(" · ");
		return { path: `/cards/${name}-${locale}.png?v=${versionOf(words)}`, text: said, ...CARD };
	}

	/**
	 * A card as a PNG, with the version that names it.
	 * @throws AppError NOT_FOUND for a talk that is not public, BUSY
	 */
	async function png(subject: Subject, locale: Locale, { network }: Actor): Promise<{ file: Buffer; version: string }> {
		const words = wordsOf(subject, locale);
		if (!words) throw new AppError("NOT_FOUND");
		const version = versionOf(words);
		const drawing = kept.get(version) ?? draw(words, locale, network);
		kept.delete(version);
		if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? "");
		kept.set(version, drawing);
		try {
			return { file: await drawing, version };
		} catch (error) {
			if (kept.get(version) === drawing) kept.delete(version);
			throw error;
		}
	}

	/** The look is taken at once: when its turn comes, the brand may be another than the version names. */
	function draw(words: CardWords, locale: Locale, network: Actor["network"]): Promise<Buffer> {
		const look = { accent: event.brand(locale).accent, emblem: brandPictures.emblem() };
		return inTurn({ network }, () => drawCard(words, look));
	}

	return { cardOf, png, origin: links.origin };
}
