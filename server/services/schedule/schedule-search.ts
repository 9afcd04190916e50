import type { Registry } from "../../../app/programmes/registry.ts";
import { foldForSearch } from "../../../app/search/folding.ts";
import { searchWords } from "../../../app/search/words.ts";
import { publicAnswersOf } from "../lists/public-entries.ts";
import type { Runtime } from "../runtime.ts";

import { type MarkedText, markedExcerpt, markedText } from "./marked-text.ts";
import type { PublicDay, PublicSchedule, PublicSession } from "./public-schedule.ts";

export interface FoundSession extends PublicSession {
	title: MarkedText;
	name: MarkedText;
	org: MarkedText;
	/** The part of the abstract around a match; empty where the match is in what stands above it. */
	abstract: MarkedText;
}

/** A search with less in it, and how many talks it finds. */
export interface Alternative {
	q: string;
	track: string;
	/** The word that is left out; "" where the track is. */
	dropped: string;
	total: number;
}

export interface ScheduleFinds {
	days: (Pick<PublicDay, "id" | "date"> & { sessions: FoundSession[] })[];
	total: number;
	/** Where nothing was found: what to drop, the most rewarding first. */
	alternatives: Alternative[];
}

/** Nobody reads more ways out than these. */
const MOST_ALTERNATIVES = 4;

export type ScheduleSearch = ReturnType<typeof createScheduleSearch>;

/** Searches what visitors read of the released talks: titles, speakers, organisations and abstracts. */
export function createScheduleSearch(
	{ db, registry }: Pick<Runtime, "db" | "registry">,
	{ publicSchedule }: { publicSchedule: PublicSchedule },
) {
	/** All texts of each talk as they are compared, by its number. */
	const texts = db.remembering(
		() => new Map(sessions().map(({ entry }) => [entry.id, foldForSearch(textsOf(registry(), entry).join("\n"))])),
	);

	function sessions(): PublicSession[] {
		return publicSchedule.current()?.days.flatMap((day) => day.sessions) ?? [];
	}

	/**
	 * Talks in which every word is found somewhere, in whatever order; also inside other words, since Chinese sets none
	 * apart. @param track its id, or "" for all
	 */
	function search({ q, track }: { q: string; track: string }): ScheduleFinds {
		const words = searchWords(q);
		const isFound = (session: PublicSession) => isIn(session, track) && missingIn(session, words).length === 0;
		const days = (publicSchedule.current()?.days ?? []).flatMap(({ id, date, sessions: all }) => {
			const found = all.filter(isFound).map((session) => marked(registry(), session, words));
			return found.length > 0 ? [{ id, date, sessions: found }] : [];
		});
		const total = days.reduce((sum, day) => sum + day.sessions.length, 0);
		return { days, total, alternatives: total > 0 ? [] : alternativesTo(words, track) };
	}

	/** The words that a talk does not have, folded. */
	function missingIn({ entry }: PublicSession, words: readonly string[]): string[] {
		const text = texts().get(entry.id) ?? "";
		return words.filter((word) => !text.includes(word));
	}

	/** One reading of all talks tells what each word keeps away, however many there are. */
	function alternativesTo(words: readonly string[], track: string): Alternative[] {
		const keptAway = new Map<string, number>();
		let elsewhere = 0;
		for (const session of sessions()) {
			const [first, ...others] = missingIn(session, words);
			if (first === undefined) elsewhere += 1;
			else if (others.length === 0 && words.length > 1 && isIn(session, track))
				keptAway.set(first, (keptAway.get(first) ?? 0) + 1);
		}
		const without = [...keptAway].map(([dropped, total]) => {
			const q = asTyped(words.filter((word) => word !== dropped));
			return { q, track, dropped, total };
		});
		const found = without.sort((one, other) => other.total - one.total).slice(0, MOST_ALTERNATIVES);
		if (elsewhere > 0) found.unshift({ q: asTyped(words), track: "", dropped: "", total: elsewhere });
		// Neither the track nor a word alone is in the way.
		return found.length > 0 || track === "" ? found : alternativesTo(words, "");
	}

	return { search };
}

const isIn = ({ place }: PublicSession, track: string) => track === "" || place.trackId === track;

/** Words as a search has them: one with spaces inside is in quotes. */
function asTyped(words: readonly string[]): string {
	return words.map((word) => (word.includes(" ") ? `"${word}"` : word)).join(" ");
}

function textsOf(
	registry: Registry,
	entry: PublicSession["entry"],
): [title: string, name: string, org: string, abstract: string] {
	return [entry.title, entry.name, entry.org, String(publicAnswersOf(registry, entry).abstract ?? "")];
}

function marked(registry: Registry, session: PublicSession, words: readonly string[]): FoundSession {
	const [title, name, org, abstract] = textsOf(registry, session.entry);
	const above = foldForSearch([title, name, org].join("\n"));
	const below = words.filter((word) => !above.includes(word));
	return {
		...session,
		title: markedText(title, words),
		name: markedText(name, words),
		org: markedText(org, words),
		abstract: below.length > 0 ? markedExcerpt(abstract, below) : [],
	};
}
