/** What the page of one talk of the public schedule shows. Server only. */
import { type AppLoadContext, redirect } from "@remix-run/node";
import { notFound } from "../http.ts";
import { formatDate, formatOffset } from "../programmes/window.ts";
import { endOf } from "../schedule/grid.ts";
import { liveAt } from "../schedule/live.ts";
import { entryNumber } from "../schemas/listing.ts";
import { dayPath, type Session, tracksIn } from "./schedule-address.server.ts";
import { hueOf } from "./schedule-day.server.ts";

/**
 * One talk.
 * @throws Response 404 if it is not in the released schedule or not public
 */
export async function sessionPage(context: AppLoadContext, named: string | undefined) {
	const { services, t, locale, zone, now, schedulePath, archived } = context;
	const { publicSchedule, publicEntries, scheduleFiles } = services;
	const id = entryNumber.parse(named);
	const session = publicSchedule.session(id);
	if (!session) throw archivedSession(context, id) ?? notFound(context);
	const { entry, place, start } = session;
	const answers = publicEntries.publicAnswers(entry);
	const { photo } = entry;
	const text = (name: string) => String(answers[name] ?? "");
	const { previous, next } = publicSchedule.neighbours(session);
	return {
		id: entry.id,
		title: entry.title || t("entry.untitled"),
		start,
		minutes: place.minutes,
		/** "Next" is said where there is a choice, in the list. */
		isOn: liveAt([{ start, minutes: place.minutes }], now)[0] === "now",
		date: formatDate(place.date, locale, "whole"),
		span: `${place.time}–${endOf(place)}`,
		zone: formatOffset(Date.parse(start), zone),
		back: { path: dayPath(context, place.dayId), day: formatDate(place.date, locale, "short") },
		track: services.tracks.labeller(locale)(place.trackId),
		hue: hueOf({ tracks: tracksIn(publicSchedule.current()?.days ?? []) }, place.trackId),
		room: place.room,
		abstract: text("abstract"),
		language: text("language"),
		speakers: [
			{
				name: entry.name,
				org: entry.org,
				role: text("role"),
				bio: text("bio"),
				photo,
				photoSize: await services.photos.sizeOf(photo),
			},
		],
		previous: previous && neighbour(context, previous, place.date),
		next: next && neighbour(context, next, place.date),
		path: `${schedulePath}/${entry.id}`,
		address: scheduleFiles.addressOf(`${schedulePath}/${entry.id}`),
		/** Nobody enters what is over into a calendar. */
		hasCalendar: !archived,
	};
}

/** The way to a talk of an event that was archived since its address was passed on. */
function archivedSession({ services, archived }: AppLoadContext, id: number): Response | undefined {
	const event = archived ? undefined : services.archive.ofEntry(id);
	return event?.publicSchedule.session(id) && redirect(`${event.path}/schedule/${id}`, 301);
}

/** A talk beside another; its day is named where it is another one. */
function neighbour({ t, locale, schedulePath }: AppLoadContext, { entry, place }: Session, date: string) {
	const day = place.date === date ? [] : [formatDate(place.date, locale, "short")];
	return {
		path: `${schedulePath}/${entry.id}`,
		title: entry.title || t("entry.untitled"),
		when: [...day, place.time].join(locale === "zh" ? "" : " "),
	};
}
