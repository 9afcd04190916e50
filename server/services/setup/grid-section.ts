import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { marks } from "../../../app/programmes/marks.ts";
import { type GridDay, minutesOf, type SpecialEvent, timeOf } from "../../../app/schedule/grid.ts";
import type { SetupDay, SetupDocument } from "../../../app/schemas/setup.ts";
import type { Orm } from "../../../db/client.ts";
import { days, dayTracks, slots, specialEvents } from "../../../db/schema.ts";
import { readGrid } from "../schedule/grid.ts";
import { freeDayIds } from "../schedule/grid-days.ts";
import { gridFaults } from "./grid-faults.ts";
import { type Planning, pointerTo, type Section, type SetupFault } from "./section.ts";

type SetupSpecial = SetupDay["specials"][number];

const toSpecial = ({ time, minutes, trackId: track, ...said }: SpecialEvent): SetupSpecial => ({
	time,
	minutes,
	track,
	title: said.title,
	titleZh: said.titleZh,
	description: said.description,
	descriptionZh: said.descriptionZh,
});

/** Two with the same time are told apart by everything else. */
const bySpecial = (one: SetupSpecial, other: SetupSpecial) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

function toDay({ date, tracks, slots: own, specials }: GridDay): SetupDay {
	const of = (id: string) => own.filter(({ trackId }) => trackId === id);
	return {
		date,
		tracks: tracks.map(({ id, room }) => ({
			id,
			room,
			slots: of(id).map(({ time, minutes }) => ({ time, minutes })),
		})),
		specials: specials.map(toSpecial).sort(bySpecial),
	};
}

const EMPTY: GridDay = { id: "", date: "", tracks: [], slots: [], specials: [] };

/** Days, known by their date; what takes place on them without the entries. */
export const gridSection: Section<"grid"> = {
	needs: ["tracks"],
	read: (tx) => ({ days: readGrid(tx).days.map(toDay) }),
	plan(planning, document) {
		const { tx, t } = planning;
		const faults = gridFaults(t, document);
		const present = new Map(readGrid(tx).days.map((day) => [day.date, day]));
		const changes: string[] = [];
		const work: (() => void)[] = [];
		const wanted = document.grid.days.map((day, index) => ({ day, index }));
		const gone = [...present.values()].filter(({ date }) => !wanted.some(({ day }) => day.date === date));
		for (const day of gone) {
			faults.push(...heldFaults(planning, day.slots, pointerTo("grid", "days"), day.date));
			changes.push(t("setupMessages.dayRemoved", { date: day.date }));
			work.push(() => removeDay(tx, day.id));
		}
		const inOrder = wanted.toSorted((one, other) => (one.day.date < other.day.date ? -1 : 1));
		for (const { day, index } of inOrder) {
			const was = present.get(day.date);
			if (was && JSON.stringify(toDay(was)) === JSON.stringify(normal(day, document))) continue;
			if (!was) changes.push(t("setupMessages.dayAdded", { date: day.date }));
			changes.push(...dayChanges(planning, was ?? EMPTY, day, document));
			const kept = new Set(day.tracks.flatMap(({ id, slots: own }) => own.map(({ time }) => `${id} ${time}`)));
			const lost = (was?.slots ?? []).filter(({ trackId, time }) => !kept.has(`${trackId} ${time}`));
			faults.push(...heldFaults(planning, lost, pointerTo("grid", "days", index), day.date));
			work.push(() => setDay(tx, was, day));
		}
		return { faults, changes, apply: () => work.forEach((one) => void one()) };
	},
};

/** A day as it will be read: tracks in their order, slots and special events by time. */
function normal(day: SetupDay, { tracks }: SetupDocument): SetupDay {
	const order = new Map(tracks.map(({ id }, index) => [id, index]));
	return {
		date: day.date,
		tracks: day.tracks
			.toSorted((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0))
			.map(({ slots: own, ...track }) => ({
				...track,
				slots: own.toSorted((one, other) => (one.time < other.time ? -1 : 1)),
			})),
		specials: day.specials.toSorted(bySpecial),
	};
}

/** No entry loses its place by an import. */
function heldFaults({ t }: Planning, lost: GridDay["slots"], pointer: string, date: string): SetupFault[] {
	const count = lost.filter(({ entryId }) => entryId !== null).length;
	return count === 0 ? [] : [{ pointer, message: t("setupMessages.held", { count, date }) }];
}

function dayChanges({ t, locale }: Planning, was: GridDay, day: SetupDay, document: SetupDocument): string[] {
	const before = toDay(was);
	const labels = new Map(document.tracks.map(({ id, label }) => [id, label]));
	const changes: string[] = [];
	const { date } = day;
	const tracksBefore = new Map(before.tracks.map((track) => [track.id, track]));
	for (const { id, room, slots: own } of day.tracks) {
		const one = tracksBefore.get(id);
		const place = { date, track: labels.get(id) ?? id };
		if (!one) changes.push(t("setupMessages.columnAdded", place));
		if (one && one.room !== room)
			changes.push(t("setupMessages.room", { ...place, room: room || t("setupMessages.nothing") }));
		const times = (list: typeof own, others: typeof own) =>
			list.filter(({ time, minutes }) => !others.some((other) => other.time === time && other.minutes === minutes));
		const [more, less] = [times(own, one?.slots ?? []), times(one?.slots ?? [], own)];
		const said = (list: typeof own) =>
			list.map(({ time, minutes }) => `${time}–${timeOf(minutesOf(time) + minutes)}`).join(marks[locale].item);
		if (more.length > 0) changes.push(t("setupMessages.slotsAdded", { ...place, times: said(more) }));
		if (less.length > 0) changes.push(t("setupMessages.slotsRemoved", { ...place, times: said(less) }));
	}
	for (const { id } of before.tracks)
		if (!day.tracks.some((track) => track.id === id))
			changes.push(t("setupMessages.columnRemoved", { date, track: labels.get(id) ?? id }));
	const texts = (list: readonly SetupSpecial[]) => list.map((one) => JSON.stringify(one));
	const [old, now] = [texts(before.specials), texts(day.specials)];
	for (const one of day.specials)
		if (!old.includes(JSON.stringify(one))) changes.push(t("setupMessages.specialAdded", { date, ...one }));
	for (const one of before.specials)
		if (!now.includes(JSON.stringify(one))) changes.push(t("setupMessages.specialRemoved", { date, ...one }));
	return changes;
}

function removeDay(tx: Orm, id: string): void {
	tx.delete(specialEvents).where(eq(specialEvents.dayId, id)).run();
	tx.delete(slots).where(eq(slots.dayId, id)).run();
	tx.delete(dayTracks).where(eq(dayTracks.dayId, id)).run();
	tx.delete(days).where(eq(days.id, id)).run();
}

/** Makes a day so. Slots with an entry stay, as the plan has seen to. */
function setDay(tx: Orm, was: GridDay | undefined, day: SetupDay): void {
	const dayId = was?.id ?? freeDayIds(tx, 1)[0] ?? "";
	if (!was) tx.insert(days).values({ id: dayId, date: day.date }).run();
	tx.delete(specialEvents).where(eq(specialEvents.dayId, dayId)).run();
	tx.delete(slots)
		.where(and(eq(slots.dayId, dayId), isNull(slots.entryId)))
		.run();
	// Prepared: a day may have thousands, and nobody else may write until they are there.
	const setSlot = tx
		.insert(slots)
		.values({
			dayId: sql.placeholder("dayId"),
			trackId: sql.placeholder("trackId"),
			time: sql.placeholder("time"),
			minutes: sql.placeholder("minutes"),
		})
		.onConflictDoUpdate({
			target: [slots.dayId, slots.trackId, slots.time],
			set: { minutes: sql`excluded.minutes` },
		})
		.prepare();
	const wanted = day.tracks.map(({ id }) => id);
	const lost = (was?.tracks ?? []).map(({ id }) => id).filter((id) => !wanted.includes(id));
	tx.delete(dayTracks)
		.where(and(eq(dayTracks.dayId, dayId), inArray(dayTracks.trackId, lost)))
		.run();
	for (const { id: trackId, room, slots: own } of day.tracks) {
		tx.insert(dayTracks)
			.values({ dayId, trackId, room })
			.onConflictDoUpdate({ target: [dayTracks.dayId, dayTracks.trackId], set: { room } })
			.run();
		for (const slot of own) setSlot.run({ dayId, trackId, ...slot });
	}
	for (const { track: trackId, ...special } of day.specials)
		tx.insert(specialEvents)
			.values({ ...special, dayId, trackId })
			.run();
}
