import { translators } from "../../app/locales/index.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { type CalendarSession, calendarOf } from "./calendar.ts";
import { frabJson, frabOf, frabXml } from "./frab.ts";
import type { PrivateLinks } from "./private-links.ts";
import { type PublicEntries, type PublicEntry, publicAnswersOf } from "./public-entries.ts";
import type { PublicSchedule, PublicSession, PublishedSchedule } from "./public-schedule.ts";
import { releaseFeed } from "./release-feed.ts";
import type { Releases } from "./releases.ts";
import type { Runtime } from "./runtime.ts";
import type { Tracks } from "./tracks.ts";
import { withoutControls } from "./xml.ts";

export type ScheduleFiles = ReturnType<typeof createScheduleFiles>;

/** The public schedule for calendars, conference apps and feed readers. Each file is made once for a state of the data. */
export function createScheduleFiles(
	{ db, config }: Pick<Runtime, "db" | "config">,
	services: {
		links: PrivateLinks;
		publicEntries: PublicEntries;
		publicSchedule: PublicSchedule;
		releases: Releases;
		tracks: Tracks;
	},
) {
	const { links, publicEntries, publicSchedule, releases, tracks } = services;
	const { zone, brand } = config;
	let kept = { version: "", files: new Map<string, string | undefined>() };

	function once(name: string, make: () => string | undefined): string | undefined {
		const version = db.version();
		if (kept.version !== version) kept = { version, files: new Map() };
		if (!kept.files.has(name)) kept.files.set(name, make());
		return kept.files.get(name);
	}

	/** Sessions for a calendar. Before the first release it is empty, so that people may subscribe to it already. */
	function calendar(locale: Locale): string {
		const file = once(`ics ${locale}`, () => {
			const schedule = publicSchedule.current();
			const sessions = schedule?.days.flatMap((day) => day.sessions) ?? [];
			return writeCalendar(schedule, sessions, locale);
		});
		return file ?? "";
	}

	/** One session for a calendar; undefined for what is not in the released schedule. */
	function sessionCalendar(id: number, locale: Locale): string | undefined {
		const session = publicSchedule.session(id);
		return session && writeCalendar(publicSchedule.current(), [session], locale);
	}

	function writeCalendar(schedule: PublishedSchedule | undefined, sessions: PublicSession[], locale: Locale): string {
		return calendarOf({
			...{ name: brand.product, zone, origin: links.origin() },
			madeAt: schedule?.at ?? 0,
			version: schedule?.version ?? 0,
			sessions: sessions.map((session) => inCalendar(session, locale)),
		});
	}

	function inCalendar({ entry, place }: PublicSession, locale: Locale): CalendarSession {
		return {
			id: entry.id,
			title: withoutControls(titleOf(entry, locale)),
			place: { ...place, room: withoutControls(place.room) },
			track: withoutControls(trackOf(locale)(place.trackId)),
			speakers: [withoutControls([entry.name, entry.org].filter(Boolean).join(", "))],
			address: `${links.origin()}/schedule/${entry.id}`,
			description: withoutControls(String(publicAnswersOf(entry).abstract ?? "")),
		};
	}

	/** For conference apps. Undefined before the first release: neither format can be without a day. */
	function forApps(format: "json" | "xml", locale: Locale): string | undefined {
		return once(`${format} ${locale}`, () => {
			const schedule = publicSchedule.current();
			if (!schedule || schedule.days.length === 0) return;
			const frab = frabOf({
				...{ schedule, product: brand.product, zone, origin: links.origin(), trackOf: trackOf(locale) },
				textsOf: ({ entry }) => {
					const answers = publicAnswersOf(entry);
					return {
						title: titleOf(entry, locale),
						abstract: String(answers.abstract ?? ""),
						bio: String(answers.bio ?? ""),
						language: answers.language === "Chinese" ? "zh" : "en",
					};
				},
			});
			return format === "json" ? frabJson(frab) : frabXml(frab);
		});
	}

	/** What every release has changed, for feed readers. Titles of talks that may not be shown any more are not in it. */
	function feed(locale: Locale): string {
		const file = once(`atom ${locale}`, () => {
			const history = releases.history();
			const ids = new Set(
				history.flatMap(({ changes }) => changes.flatMap((change) => ("entryId" in change ? change.entryId : []))),
			);
			const shown = publicEntries.scheduled([...ids]);
			return releaseFeed({
				...{ locale, product: brand.product, zone, origin: links.origin(), history, trackOf: trackOf(locale) },
				titleOf: (id) => {
					const entry = shown.get(id);
					return entry && titleOf(entry, locale);
				},
			});
		});
		return file ?? "";
	}

	function trackOf(locale: Locale): (id: string) => string {
		const labels = tracks.labels(locale);
		return (id) => labels.get(id) ?? id;
	}

	return { calendar, sessionCalendar, forApps, feed };
}

function titleOf({ title }: PublicEntry, locale: Locale): string {
	return title || translators[locale]("entry.untitled");
}
