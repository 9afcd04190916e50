import { rulesOfKind } from "../../../app/kinds.ts";
import {
	DECIDED,
	LISTED_AS_ACCEPTED,
	PRESENCE_AFTER,
	presencesThat,
	STATUSES,
	type Status,
} from "../../../app/lifecycle.ts";
import { translators } from "../../../app/locales/index.ts";
import { UNSELECTED_TRACK } from "../../../app/programmes/answers.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { formatDays } from "../../../app/programmes/window.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { AttendanceService } from "../attendance/attendance.ts";
import type { Tracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";
import type { CsvFile } from "./csv-exports.ts";
import { toCsv } from "./csv-format.ts";
import { createReceived } from "./received.ts";
import { type Counted, createStatisticsCounts } from "./statistics-counts.ts";
import { addedUp, answersIn, type Group, partsOf, shareOf } from "./statistics-groups.ts";

const SECTIONS = [
	"time",
	"calls",
	"tracks",
	"languages",
	"countries",
	"authors",
	"statuses",
	"ofDecided",
	"ofAll",
	"attendance",
] as const;

/** Figures of one subject. */
export interface Section {
	name: (typeof SECTIONS)[number];
	title: string;
	groups: Group[];
}

const WITHDRAWN = presencesThat(({ listedAsWithdrawn }) => listedAsWithdrawn);
const STATES = ["confirmed", "asked", "declined"] as const;

const sumOf = (counted: readonly Counted[]) => counted.reduce((sum, { n }) => sum + n, 0);
const withStatus = (counted: readonly Counted[], statuses: readonly Status[]) =>
	counted.filter(({ status }) => statuses.includes(status));
const withTracks = (counted: readonly Counted[]) => counted.filter(({ kind }) => rulesOfKind(kind).hasTracks);

/** What organisers report of the current event: numbers of submissions by what they have in common. Names nobody. */
export function createStatistics(
	{ db, event, registry }: Runtime,
	{ attendance, tracks }: { attendance: Pick<AttendanceService, "counts">; tracks: Tracks },
) {
	const counts = createStatisticsCounts({ db, event, registry });
	const received = createReceived({ db, event });
	const overTime = db.remembering((call?: string) => received.overTime(call));

	/** The calls of the event, and those that are gone and have entries. */
	function calls(actor: Actor) {
		requireCan(actor, "entries.read");
		const known = new Map(registry().all.map((call) => [call.category, call]));
		for (const { category, kind } of counts.byState())
			if (!known.has(category)) known.set(category, registry().programmeOf(category, { kind, answers: {} }));
		return [...known.values()];
	}

	/**
	 * The figures in the reader's language; a section without any is left out. Everything that was submitted counts. Only
	 * rates leave out what was withdrawn. @param category of one of the calls; "" for all together
	 */
	function of(actor: Actor, category: string, locale: Locale) {
		requireCan(actor, "entries.read");
		const t = translators[locale];
		const call = category || undefined;
		const all = counts.byState(call);
		const kept = all.filter(({ presence }) => !WITHDRAWN.includes(presence));
		const authors = counts.authors(call);
		const { unit, periods } = overTime(call);
		const none = t("statistics.noTrack");
		const labelOf = tracks.labeller(locale);
		const byTrack = (counted: readonly Counted[]) =>
			addedUp(
				withTracks(counted).map(({ trackId, n }) => [
					trackId === null || trackId === UNSELECTED_TRACK ? none : labelOf(trackId),
					n,
				]),
				[none],
			);

		/** How many are accepted, of all of them and of those of each track. */
		function accepted(of: readonly Counted[]): Group[] {
			const those = withStatus(of, LISTED_AS_ACCEPTED);
			const inTrack = new Map(byTrack(those).map(({ label, count }) => [label, count]));
			const each = byTrack(of).map(({ label, count }) => ({ label, count: inTrack.get(label) ?? 0, whole: count }));
			return [{ label: t("statistics.together"), count: sumOf(those), whole: sumOf(of) }, ...each];
		}

		const decided = withStatus(kept, DECIDED);
		const groups: Record<Section["name"], Group[]> = {
			time: partsOf(periods.map(({ first, last, value }) => [formatDays(first, last, locale), value])),
			calls: call ? [] : callsIn(all, locale),
			tracks: byTrack(all),
			languages: answersIn(t, locale, counts.languages(call)),
			countries: answersIn(t, locale, counts.countries(call)),
			authors: partsOf(
				(["first", "returning", "unknown"] as const).flatMap((name) =>
					authors && (name !== "unknown" || authors.unknown > 0)
						? [[t(`statistics.authors.${name}`), authors[name]]]
						: [],
				),
			),
			statuses: partsOf([
				...STATUSES.map((status) => [t(`status.${status}`), sumOf(withStatus(kept, [status]))] as const),
				[t("entry.presence.withdrawn"), sumOf(all) - sumOf(kept)],
			]),
			ofDecided: decided.length > 0 ? accepted(decided) : [],
			ofAll: accepted(kept),
			attendance: attendanceIn(actor, category, locale),
		};
		const title = (name: Section["name"]) =>
			name === "time" ? t(`statistics.time.${unit}`) : t(`statistics.sections.${name}`);
		return {
			total: sumOf(all),
			withdrawn: sumOf(all) - sumOf(kept),
			erased: sumOf(all.filter(({ presence }) => presence === PRESENCE_AFTER.erasing)),
			/** It is not the first event, so that authors may have come back. */
			knowsReturning: authors !== undefined,
			sections: SECTIONS.map((name): Section => ({ name, title: title(name), groups: groups[name] })).filter(
				({ groups }) => groups.length > 0,
			),
		};
	}

	function callsIn(all: readonly Counted[], locale: Locale): Group[] {
		return addedUp(
			all.map(({ category, kind, n }) => [registry().programmeOf(category, { kind, answers: {} }).title[locale], n]),
		);
	}

	/** Answers of accepted authors, to the calls that ask. */
	function attendanceIn(actor: Actor, category: string, locale: Locale): Group[] {
		const t = translators[locale];
		const asking = calls(actor)
			.filter((call) => category === "" || call.category === category)
			.flatMap((call) => attendance.counts(actor, call) ?? []);
		if (asking.length === 0) return [];
		return partsOf(
			STATES.map((state) => [t(`statistics.attendance.${state}`), asking.reduce((sum, one) => sum + one[state], 0)]),
		);
	}

	/** The same as a file, with shares as numbers from 0 to 1. */
	function file(actor: Actor, category: string, locale: Locale): CsvFile {
		const t = translators[locale];
		const { total, withdrawn, erased, sections } = of(actor, category, locale);
		const counted = t("statistics.counted");
		const share = (group: Group) => shareOf(group)?.toFixed(4);
		const first = [
			{ label: t("statistics.together"), count: total, whole: total },
			{ label: t("entry.presence.withdrawn"), count: withdrawn, whole: total },
			{ label: t("entry.presence.erased"), count: erased, whole: total },
		];
		return {
			name: "statistics.csv",
			lines: toCsv(
				["section", "group", "count", "share"],
				[{ title: counted, groups: first }, ...sections].flatMap(({ title, groups }) =>
					groups.map((group) => [title, group.label, group.count, share(group)]),
				),
			),
		};
	}

	return { calls, of, file };
}
