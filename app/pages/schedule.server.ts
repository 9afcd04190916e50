/** What the page of the public schedule shows, and that of its versions. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { formatDate, formatInstant, formatOffset } from "../programmes/window.ts";
import { ALL_DAYS } from "../schedule/address.ts";
import { type Asked, askedFor, type Published } from "./schedule-address.server.ts";
import { anchorOf, shownDay } from "./schedule-day.server.ts";
import { foundPage } from "./schedule-found.server.ts";

export type ScheduleView = NonNullable<ReturnType<typeof schedulePage>>;

/** The days that are asked for, or what a search has found. Undefined before the first release. */
export function schedulePage(context: AppLoadContext, search: URLSearchParams) {
	const { services, locale, zone, archived } = context;
	const released = services.publicSchedule.current();
	if (!released) return;
	const { version, at, note } = released;
	const asked = askedFor(context, released, search);
	const { q, track, isWhole, path } = asked;
	const days = q ? [] : shownDays(context, released, asked);
	const day = asked.day?.date;
	return {
		version,
		released: formatInstant(at, zone, locale),
		note: linesOf(note),
		hasChanges: version > 1 && !archived,
		zone: formatOffset(day ? Date.parse(`${day}T12:00Z`) : at, zone),
		q,
		track,
		isWhole,
		tabs: released.days.map(({ id, date }) => ({
			id,
			label: formatDate(date, locale, "short"),
			path: path({ day: id, track }),
			/** With every track of it. */
			whole: path({ day: id }),
			current: !q && !isWhole && id === asked.day?.id,
		})),
		whole: released.days.length > 1 ? path({ day: ALL_DAYS, track }) : undefined,
		...nowOn(context, asked, days),
		days,
		found: q ? foundPage(context, asked) : undefined,
		/** Without what was searched for. */
		unsearched: path({ track }),
		base: context.schedulePath,
		address: services.scheduleFiles.addressOf(asked.own),
		/** Of the current event only: nobody subscribes to what is over. */
		subscription: archived ? undefined : services.scheduleFiles.subscription(locale),
	};
}

function shownDays(context: AppLoadContext, released: Published, asked: Asked) {
	if (asked.isWhole) return released.days.map((day) => shownDay(context, asked, day, ALL_DAYS));
	return asked.day ? [shownDay(context, asked, asked.day)] : [];
}

/** Where on these days "now" is, and the way there: on this page, else on today's. */
function nowOn(context: AppLoadContext, asked: Asked, days: ReturnType<typeof shownDays>) {
	const { today, track, path } = asked;
	const anchor = anchorOf(days);
	if (anchor) return { anchor, jump: "#now" };
	const isElsewhere = today !== undefined && anchorOf([shownDay(context, asked, today)]) !== undefined;
	return { anchor, jump: isElsewhere ? `${path({ day: today.id, track })}#now` : undefined };
}

/** What each release has changed. */
export function versionsPage({ services, locale, zone }: AppLoadContext) {
	return services.scheduleFiles.versions(locale).map(({ version, at, note, changes }) => ({
		version,
		released: formatInstant(at, zone, locale),
		note: linesOf(note),
		changes,
	}));
}

/** Organisers may write a note in both languages, a line each. */
const linesOf = (note: string) => [...new Set(note.split("\n").filter((line) => line.trim() !== ""))];
