import { and, asc, eq, inArray, like, notInArray, or, type SQL } from "drizzle-orm";
import { CANCELLED } from "../../app/enumerations.ts";
import { spotId } from "../../app/programmes/index.ts";
import { textOf } from "../../app/schedule/changes.ts";
import { type Grid, type Place, placesIn } from "../../app/schedule/grid.ts";
import type { Orm } from "../../db/client.ts";
import { entries, outbox, releases } from "../../db/schema.ts";
import { slotLetter } from "../mail/templates.ts";
import { calendarOf, instantOf } from "./calendar.ts";
import type { EntryRow } from "./entry-store.ts";
import type { Mailing } from "./mailing.ts";
import type { PrivateLinks } from "./private-links.ts";
import type { PublicEntries } from "./public-entries.ts";
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
	parts: { links: PrivateLinks; mailing: Mailing; publicEntries: PublicEntries; tracks: Tracks },
) {
	const { links, mailing, publicEntries, tracks } = parts;

	/** Whom a release of this grid has something to tell: all who were never told, or told of another place. */
	function due(tx: Orm, grid: Grid): Due[] {
		const places = placesIn(grid);
		const told = toldPlaces(tx);
		return tx
			.select()
			.from(entries)
			.where(inArray(entries.id, [...places.keys()]))
			.all()
			.flatMap((entry) => {
				const place = places.get(entry.id);
				if (!place || !entry.email) return [];
				const before = told.get(entry.id);
				return before && textOf(before) === textOf(place) ? [] : { entry, place };
			});
	}

	/** The place that each speaker was told last, or is being told. */
	function toldPlaces(tx: Orm): Map<number, Place> {
		const told = lettersWithPlace(tx, notInArray(outbox.state, ["cancelled", "failed", "expired"]));
		return new Map(told.map(({ entryId, place }) => [entryId, place] as const));
	}

	/** Letters in the order in which they were written. The key of each names the version that has its place. */
	function lettersWithPlace(tx: Orm, which: SQL): { id: number; entryId: number; place: Place }[] {
		const versions = new Map<number, Map<number, Place>>();
		for (const { version, grid } of tx.select().from(releases).all()) versions.set(version, placesIn(grid));
		return tx
			.select({ id: outbox.id, entryId: outbox.entryId, key: outbox.dedupeKey })
			.from(outbox)
			.where(and(eq(outbox.kind, KIND), which))
			.orderBy(asc(outbox.id))
			.all()
			.flatMap(({ id, entryId, key }) => {
				const place = entryId === null ? undefined : versions.get(Number(key.split(":")[2]))?.get(entryId);
				return entryId !== null && place ? { id, entryId, place } : [];
			});
	}

	/** Keeps letters from leaving, and from being tried again, whose place is another one in this grid. */
	function cancelUntrue(tx: Orm, grid: Grid): void {
		const places = placesIn(grid);
		for (const { id, entryId, place } of lettersWithPlace(tx, inArray(outbox.state, ["pending", "failed"]))) {
			const present = places.get(entryId);
			if (present && textOf(present) === textOf(place)) continue;
			tx.update(outbox).set({ state: "cancelled", lastError: CANCELLED.place }).where(eq(outbox.id, id)).run();
		}
	}

	/** Writes them into the outbox, in the transaction of the release. @returns how many */
	function enqueue(tx: Orm, version: number, grid: Grid): number {
		const found = due(tx, grid);
		const shown = publicEntries.scheduled(found.map(({ entry }) => entry.id));
		for (const { entry, place } of found) {
			const { id, locale, category } = entry;
			const title = entry.title || spotId(category, id);
			// A talk that may not be shown has no public page.
			const page = shown.has(id) ? `${links.origin()}/schedule/${id}` : undefined;
			const link = entry.userId === null ? links.addressOf(entry) : `${links.origin()}/dashboard`;
			const track = tracks.labeller(locale)(place.trackId);
			mailing.enqueue(tx, {
				kind: KIND,
				dedupeKey: keyOf(tx, id, version),
				entryId: id,
				to: entry.email,
				calendar: calendarOf({
					name: config.brand.product,
					zone: config.zone,
					origin: links.origin(),
					madeAt: now(),
					version,
					sessions: [{ id, title, place, track, speakers: [entry.name], ...(page && { address: page }) }],
				}),
				...slotLetter({
					...entry,
					...{ brand: config.brand, zone: config.zone, start: instantOf(place, config.zone) },
					...{ place, track, page, link, guest: entry.userId === null },
				}),
			});
		}
		return found.length;
	}

	/** One that was cancelled never went: the next of the same version has a number behind it. */
	function keyOf(tx: Orm, id: number, version: number): string {
		const key = `${KIND}:${id}:${version}`;
		const ofVersion = or(eq(outbox.dedupeKey, key), like(outbox.dedupeKey, `${key}:%`));
		const earlier = tx.select({ id: outbox.id }).from(outbox).where(ofVersion).all().length;
		return earlier === 0 ? key : `${key}:${earlier + 1}`;
	}

	return { due, cancelUntrue, enqueue };
}
