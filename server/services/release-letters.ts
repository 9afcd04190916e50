import { and, desc, eq, inArray, notInArray } from "drizzle-orm";
import { textOf } from "../../app/schedule/changes.ts";
import { type Grid, type Place, placesIn } from "../../app/schedule/grid.ts";
import type { Orm } from "../../db/client.ts";
import { entries, outbox, releases } from "../../db/schema.ts";
import { slotLetter } from "../mail/templates.ts";
import { calendarOf, instantOf } from "./calendar.ts";
import type { EntryRow } from "./entry-store.ts";
import type { Mailing } from "./mailing.ts";
import type { PrivateLinks } from "./private-links.ts";
import type { Runtime } from "./runtime.ts";
import type { Tracks } from "./tracks.ts";

const KIND = "slot";

interface Due {
	entry: EntryRow;
	place: Place;
}

export type ReleaseLetters = ReturnType<typeof createReleaseLetters>;

/** Letters that tell speakers when and where they are on, each with a calendar file. */
export function createReleaseLetters(
	{ config, now }: Runtime,
	{ links, mailing, tracks }: { links: PrivateLinks; mailing: Mailing; tracks: Tracks },
) {
	/** Whom a release of this grid has something to tell: all who were never told, or told of another place. */
	function due(tx: Orm, grid: Grid): Due[] {
		const places = placesIn(grid);
		return tx
			.select()
			.from(entries)
			.where(inArray(entries.id, [...places.keys()]))
			.all()
			.flatMap((entry) => {
				const place = places.get(entry.id);
				if (!place || !entry.email) return [];
				const told = toldPlace(tx, entry.id);
				return told && textOf(told) === textOf(place) ? [] : { entry, place };
			});
	}

	/** The place in the last letter that went or is on its way. Its key names the version it is from. */
	function toldPlace(tx: Orm, entryId: number): Place | undefined {
		const letter = tx
			.select({ key: outbox.dedupeKey })
			.from(outbox)
			.where(
				and(
					eq(outbox.entryId, entryId),
					eq(outbox.kind, KIND),
					notInArray(outbox.state, ["cancelled", "failed", "expired"]),
				),
			)
			.orderBy(desc(outbox.id))
			.limit(1)
			.get();
		if (!letter) return;
		const version = Number(letter.key.split(":").at(-1));
		const release = tx.select({ grid: releases.grid }).from(releases).where(eq(releases.version, version)).get();
		return release && placesIn(release.grid).get(entryId);
	}

	/** Writes them into the outbox, in the transaction of the release. @returns how many */
	function enqueue(tx: Orm, version: number, grid: Grid): number {
		const found = due(tx, grid);
		for (const { entry, place } of found) {
			const { id, locale, title } = entry;
			const address = `${links.origin()}/schedule/${id}`;
			const track = tracks.labels(locale).get(place.trackId) ?? place.trackId;
			// What was to be told before is not true any more.
			tx.update(outbox)
				.set({ state: "cancelled", lastError: "replaced by a newer release" })
				.where(and(eq(outbox.entryId, id), eq(outbox.kind, KIND), eq(outbox.state, "pending")))
				.run();
			mailing.enqueue(tx, {
				kind: KIND,
				dedupeKey: `${KIND}:${id}:${version}`,
				entryId: id,
				to: entry.email,
				calendar: calendarOf({
					name: config.brand.product,
					zone: config.zone,
					origin: links.origin(),
					madeAt: now(),
					version,
					sessions: [{ id, title, place, track, speakers: [entry.name], address }],
				}),
				...slotLetter({
					...entry,
					...{ brand: config.brand, zone: config.zone, start: instantOf(place, config.zone) },
					...{ place, track, link: address },
				}),
			});
		}
		return found.length;
	}

	return { due, enqueue };
}
