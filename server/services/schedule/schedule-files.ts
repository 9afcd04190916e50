import { translators } from "../../../app/locales/index.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import type { ScheduleChange } from "../../../app/schedule/changes.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import { type PublicEntries, type PublicEntry, publicAnswersOf } from "../lists/public-entries.ts";
import type { Tracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";
import { type CalendarSession, calendarOf } from "./calendar-files.ts";
import { frabJson, frabOf, frabXml } from "./frab-files.ts";
import type { PublicSchedule, PublicSession, PublishedSchedule } from "./public-schedule.ts";
import { type ChangeWords, changeText, type DescribedRelease, releaseFeed } from "./release-feed.ts";
import type { Releases } from "./releases.ts";

/** Feed readers keep older items themselves. */
const MOST_VERSIONS = 50;

export type ScheduleFiles = ReturnType<typeof createScheduleFiles>;

/** Schedule files for calendars, apps and feed readers, cached per state of the data. */
export function createScheduleFiles(
	{ db, event, registry }: Pick<Runtime, "db" | "event" | "registry">,
	services: {
		links: PrivateLinks;
		publicEntries: PublicEntries;
		publicSchedule: PublicSchedule;
		releases: Releases;
		tracks: Tracks;
	},
) {
	const { links, publicEntries, publicSchedule, releases, tracks } = services;
	/** Sessions for a calendar. Before the first release it is empty, so that people may subscribe to it already. */
	const calendar = db.remembering((locale: Locale) => {
		const schedule = publicSchedule.current();
		const sessions = schedule?.days.flatMap((day) => day.sessions) ?? [];
		return writeCalendar(schedule, sessions, locale);
	});

	/** One session as a calendar file; undefined if it is not in the released schedule. */
	function sessionCalendar(id: number, locale: Locale): string | undefined {
		const session = publicSchedule.session(id);
		return session && writeCalendar(publicSchedule.current(), [session], locale);
	}

	function writeCalendar(schedule: PublishedSchedule | undefined, sessions: PublicSession[], locale: Locale): string {
		return calendarOf({
			name: event.brand(locale).product,
			zone: event.zone(),
			city: event.brand(locale).place,
			origin: links.origin(),
			madeAt: schedule?.at ?? 0,
			version: schedule?.version ?? 0,
			sessions: sessions.map((session) => inCalendar(session, locale)),
		});
	}

	function inCalendar({ entry, place }: PublicSession, locale: Locale): CalendarSession {
		return {
			id: entry.id,
			title: titleOf(entry, locale),
			place,
			track: tracks.labeller(locale)(place.trackId),
			speakers: [[entry.name, entry.org].filter(Boolean).join(", ")],
			address: `${links.origin()}/schedule/${entry.id}`,
			description: String(publicAnswersOf(registry(), entry).abstract ?? ""),
		};
	}

	/** For conference apps. Undefined before the first release: the formats require a day. */
	const forApps = {
		json: db.remembering((locale: Locale) => write(frabJson, locale)),
		xml: db.remembering((locale: Locale) => write(frabXml, locale)),
	};

	function write(format: (frab: ReturnType<typeof frabOf>) => string, locale: Locale): string | undefined {
		const schedule = publicSchedule.current();
		if (!schedule || schedule.days.length === 0) return;
		const frab = frabOf({
			schedule,
			product: event.brand(locale).product,
			zone: event.zone(),
			origin: links.origin(),
			trackOf: tracks.labeller(locale),
			textsOf: ({ entry }) => {
				const answers = publicAnswersOf(registry(), entry);
				return {
					title: titleOf(entry, locale),
					abstract: String(answers.abstract ?? ""),
					bio: String(answers.bio ?? ""),
					language: answers.language === "Chinese" ? "zh" : "en",
				};
			},
		});
		return format(frab);
	}

	/**
	 * The last releases with what each has changed, for visitors. Changes of talks that they may not see are left out: the
	 * slot alone would tell that there is such a talk. The newest first.
	 */
	const versions = db.remembering((locale: Locale): DescribedRelease[] => {
		const history = releases.newestVersions(MOST_VERSIONS);
		const ids = new Set(
			history.flatMap(({ changes }) => changes.flatMap((change) => ("entryId" in change ? change.entryId : []))),
		);
		const shown = publicEntries.scheduled([...ids]);
		const words: ChangeWords = {
			locale,
			zone: event.zone(),
			trackOf: tracks.labeller(locale),
			titleOf: (id) => shown.get(id)?.title || translators[locale]("entry.untitled"),
		};
		const isPublic = (change: ScheduleChange) => !("entryId" in change) || shown.has(change.entryId);
		return history.map(({ changes, ...release }) => ({
			...release,
			changes: changes.filter(isPublic).map((change) => changeText(change, words)),
		}));
	});

	/** The same for feed readers. */
	const feed = db.remembering((locale: Locale) =>
		releaseFeed({
			locale,
			product: event.brand(locale).product,
			origin: links.origin(),
			releases: versions(locale),
		}),
	);

	/** Absolute address of a page of the schedule, for people to pass on. */
	function addressOf(path: string): string {
		return `${links.origin()}${path}`;
	}

	/** Address of the calendar under the scheme with which calendar programs subscribe. */
	function subscription(locale: Locale): string {
		const file = addressOf(`/schedule.ics${locale === "en" ? "" : `?lang=${locale}`}`);
		return file.replace(/^https?:/, "webcal:");
	}

	return { addressOf, subscription, calendar, sessionCalendar, forApps, versions, feed };
}

function titleOf({ title }: PublicEntry, locale: Locale): string {
	return title || translators[locale]("entry.untitled");
}
