import { translators } from "../../../app/locales/index.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { formatDate, formatDay, inBrackets } from "../../../app/programmes/window.ts";
import type { ScheduleChange } from "../../../app/schedule/changes.ts";
import { endOf, eventTitle, type Place } from "../../../app/schedule/grid.ts";
import { instantOf } from "./calendar-files.ts";
import type { Releases } from "./releases.ts";
import { uuidOf } from "./uuid.ts";
import { writeXml } from "./xml.ts";

/** What it takes to name the places and talks of a change. */
export interface ChangeWords {
	locale: Locale;
	zone: string;
	trackOf: (id: string) => string;
	/** Title of a talk, which the reader may know. */
	titleOf: (entryId: number) => string;
}

/** A release with its changes in words. */
export type DescribedRelease = Omit<ReturnType<Releases["newestVersions"]>[number], "changes"> & { changes: string[] };

export interface ReleaseFeedParts {
	locale: Locale;
	/** Name of the conference. */
	product: string;
	origin: string;
	/** The newest first. */
	releases: readonly DescribedRelease[];
}

/** An Atom feed (RFC 4287) of the schedule's releases: the organisers' note and what has changed, in words. */
export function releaseFeed(parts: ReleaseFeedParts): string {
	const { locale, product, origin, releases } = parts;
	const t = translators[locale];
	const self = `${origin}/schedule.atom${locale === "en" ? "" : `?lang=${locale}`}`;
	return writeXml({
		feed: {
			"@xmlns": "http://www.w3.org/2005/Atom",
			"@xml:lang": locale,
			id: `urn:uuid:${uuidOf(origin, "/schedule.atom")}`,
			title: t("publicSchedule.feed", { product }),
			// Before the first release: a fixed date, because the format requires one.
			updated: new Date(releases[0]?.at ?? 0).toISOString(),
			author: { name: product },
			link: [
				{ "@rel": "self", "@type": "application/atom+xml", "@href": self },
				{ "@rel": "alternate", "@type": "text/html", "@href": `${origin}/schedule` },
			],
			entry: releases.map(({ version, at, note, changes }) => ({
				id: `urn:uuid:${uuidOf(origin, `/schedule#${version}`)}`,
				title: t("publicSchedule.version", { version }),
				updated: new Date(at).toISOString(),
				link: { "@rel": "alternate", "@type": "text/html", "@href": `${origin}/schedule` },
				content: {
					"@type": "xhtml",
					div: {
						"@xmlns": "http://www.w3.org/1999/xhtml",
						p: note.split("\n").filter((line) => line.trim() !== ""),
						ul: changes.length > 0 ? { li: changes } : [],
					},
				},
			})),
		},
	});
}

/** A change in words, with times in the event's zone. */
export function changeText(change: ScheduleChange, parts: ChangeWords): string {
	const { locale, zone, trackOf, titleOf } = parts;
	const t = translators[locale];
	const hours = (place: Pick<Place, "date" | "time" | "minutes">) => {
		const instant = instantOf(place, zone);
		return `${formatDay(instant, zone, locale)} ${place.time}–${endOf(place)}${inBrackets(instant, zone, locale)}`;
	};
	const where = (place: Place) => [hours(place), trackOf(place.trackId), place.room].filter(Boolean).join(" · ");
	if (change.kind === "special") {
		const { from, to } = change;
		const event = to ?? from;
		const title = event && eventTitle(event, locale);
		if (from && to) return t("publicSchedule.changed", { title, to: hours(to) });
		return to
			? t("publicSchedule.added", { title, to: hours(to) })
			: t("publicSchedule.removed", { title, from: from && hours(from) });
	}
	if (change.kind === "day") {
		const day = (date: string) => formatDate(date, locale, "whole");
		const { from, to } = change;
		if (from && to) return t("publicSchedule.dayMoved", { from: day(from), to: day(to) });
		return t(to ? "publicSchedule.dayAdded" : "publicSchedule.dayRemoved", { day: day(to ?? from ?? "") });
	}
	if (change.kind === "track") {
		const words = {
			track: trackOf(change.trackId),
			day: formatDate(change.date, locale, "short"),
			room: change.to || "–",
		};
		if (change.to === undefined) return t("publicSchedule.trackRemoved", words);
		return t(change.from === undefined ? "publicSchedule.trackAdded" : "publicSchedule.roomChanged", words);
	}
	const title = titleOf(change.entryId);
	switch (change.kind) {
		case "added":
			return t("publicSchedule.added", { title, to: where(change.to) });
		case "removed":
			return t("publicSchedule.removed", { title, from: where(change.from) });
		case "moved":
			return t("publicSchedule.moved", { title, from: where(change.from), to: where(change.to) });
	}
}
