import { asc, eq, isNull, ne, or } from "drizzle-orm";
import { isInherited } from "../../../app/programmes/slugs.ts";
import type { SetupDocument } from "../../../app/schemas/setup.ts";
import type { Orm } from "../../../db/client.ts";
import { tracks } from "../../../db/schema.ts";
import { currentEventId } from "../programmes/current-programmes.ts";
import { pointerTo, repeated, type Section, type SetupFault } from "./section.ts";

type SetupTrack = SetupDocument["tracks"][number];

function read(tx: Orm): SetupTrack[] {
	return tx
		.select()
		.from(tracks)
		.where(or(isNull(tracks.eventId), eq(tracks.eventId, currentEventId(tx))))
		.orderBy(asc(tracks.position))
		.all()
		.map(({ position: _, eventId: __, ...track }) => track);
}

/** Tracks in their order. One that a document lacks is retired: entries and versions of the schedule may name it. */
export const trackSection: Section<"tracks"> = {
	needs: [],
	read,
	plan({ tx, t }, { tracks: wanted }) {
		const present = read(tx);
		const before = new Map(present.map((track) => [track.id, track]));
		const faults: SetupFault[] = repeated(
			wanted,
			({ id }) => id,
			(index, id) => ({ pointer: pointerTo("tracks", index, "id"), message: t("setupMessages.twice", { value: id }) }),
		);
		wanted.forEach(({ id, kind, active }, index) => {
			const isFirst = index === 0;
			if (isInherited(id))
				faults.push({
					pointer: pointerTo("tracks", index, "id"),
					message: t("callPage.faults.nameReserved", { about: id }),
				});
			if ((kind === "unselected") !== isFirst || (isFirst && !active))
				faults.push({ pointer: pointerTo("tracks", index, "kind"), message: t("setupMessages.firstTrack") });
			const was = before.get(id)?.kind;
			if (was !== undefined && was !== kind)
				faults.push({ pointer: pointerTo("tracks", index, "kind"), message: t("setupMessages.trackKind", { id }) });
		});
		const ids = new Set(wanted.map(({ id }) => id));
		const earlier = tx
			.select({ id: tracks.id })
			.from(tracks)
			.where(ne(tracks.eventId, currentEventId(tx)))
			.all();
		const names = new Set(earlier.map(({ id }) => id));
		wanted.forEach(({ id }, index) => {
			if (names.has(id))
				faults.push({ pointer: pointerTo("tracks", index, "id"), message: t("setupMessages.earlier", { value: id }) });
		});
		const missing = present.filter(({ id }) => !ids.has(id));
		const kept = missing.find(({ kind }) => kind === "unselected");
		if (kept) faults.push({ pointer: "/tracks/0/id", message: t("setupMessages.firstTrackId", { id: kept.id }) });
		const after = [...wanted, ...missing.map((track) => ({ ...track, active: false }))];
		const changes = after.flatMap((track) => {
			const was = before.get(track.id);
			const name = track.label;
			if (!was) return [t("setupMessages.trackAdded", { name })];
			if (!ids.has(track.id)) return was.active ? [t("setupMessages.trackRetired", { name })] : [];
			return JSON.stringify(was) === JSON.stringify(track) ? [] : [t("setupMessages.trackChanged", { name })];
		});
		const order = (list: readonly SetupTrack[]) => JSON.stringify(list.map(({ id }) => id));
		const isMoved = order(present) !== order(after);
		if (isMoved && changes.length === 0) changes.push(t("setupMessages.tracksMoved"));
		const apply = () => {
			// Positions are unique, so all are moved away first.
			for (const [position, { id }] of present.entries())
				tx.update(tracks)
					.set({ position: -1 - position })
					.where(eq(tracks.id, id))
					.run();
			for (const [position, track] of after.entries())
				tx.insert(tracks)
					.values({ ...track, eventId: track.kind === "unselected" ? null : currentEventId(tx), position })
					.onConflictDoUpdate({ target: tracks.id, set: { ...track, position } })
					.run();
		};
		return { faults, changes, apply: () => (changes.length > 0 ? apply() : undefined) };
	},
};
