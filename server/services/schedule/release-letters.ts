import { and, asc, eq, inArray, notInArray, type SQL } from "drizzle-orm";
import { NOT_SENT } from "../../../app/enumerations.ts";
import { isActive } from "../../../app/lifecycle.ts";
import type { MailText } from "../../../app/mails/mail-texts.ts";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import { textOf } from "../../../app/schedule/changes.ts";
import { type Grid, type Place, placesIn } from "../../../app/schedule/grid.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, outbox, releases } from "../../../db/schema.ts";
import { removalValues, slotValues } from "../../mail/templates.ts";
import type { EntryRow, ToldEntry } from "../entries/entry-rows.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import { maySchedule } from "../entries/schedulable.ts";
import { asTold } from "../entries/told.ts";
import type { PublicEntries } from "../lists/public-entries.ts";
import type { MailTexts } from "../mails/mail-texts.ts";
import type { Mailing } from "../mails/mailing.ts";
import type { Tracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";
import { calendarOf, instantOf } from "./calendar-files.ts";
import type { Release } from "./releases.ts";

/** Mail kinds: a slot was given, or cancelled. */
const KINDS = ["slot", "removal"] as const;
type Kind = (typeof KINDS)[number];
/** States of mails that may still be sent. */
const NOT_GONE = ["pending", "sending", "failed"] as const;

interface Due<Entry = EntryRow> {
	kind: Kind;
	entry: Entry;
	/** Its place; for a cancelled one, its last place. */
	place: Place;
}

interface Told {
	id: number;
	entryId: number;
	/** Undefined: the slot was cancelled. */
	place: Place | undefined;
}

export type ReleaseLetters = ReturnType<typeof createReleaseLetters>;

/** Mails with calendar files about new, changed and cancelled slots. */
export function createReleaseLetters(
	{ event, now }: Runtime,
	parts: {
		links: PrivateLinks;
		mailing: Mailing;
		publicEntries: PublicEntries;
		texts: MailTexts;
		tracks: Tracks;
	},
) {
	const { links, mailing, publicEntries, texts, tracks } = parts;

	/**
	 * Speakers to notify about this grid: new or changed places, and cancelled ones. Withdrawn authors are not
	 * notified, nor those who do not know yet that they are accepted, or no longer are.
	 */
	function due(tx: Orm, grid: Grid): Due[] {
		const places = placesIn(grid);
		const told = toldPlaces(tx);
		return tx
			.select()
			.from(entries)
			.where(inArray(entries.id, [...new Set([...places.keys(), ...told.keys()])]))
			.all()
			.flatMap((entry): Due[] => {
				const [place, before] = [places.get(entry.id), told.get(entry.id)];
				if (!entry.email || isSame(place, before)) return [];
				if (place) return maySchedule(entry) && maySchedule(asTold(entry)) ? [{ kind: "slot", entry, place }] : [];
				return before && isActive(entry) ? [{ kind: "removal", entry, place: before }] : [];
			});
	}

	/** The place each speaker was last notified of; undefined after a cancellation. */
	function toldPlaces(tx: Orm): Map<number, Place | undefined> {
		const told = lettersWithPlace(tx, notInArray(outbox.state, ["cancelled", "failed", "expired"]));
		return new Map(told.map(({ entryId, place }) => [entryId, place] as const));
	}

	/** Mails in order of writing. Reads only the versions that they tell of. */
	function lettersWithPlace(tx: Orm, which: SQL): Told[] {
		const mails = tx
			.select({ id: outbox.id, entryId: outbox.entryId, kind: outbox.kind, version: outbox.version })
			.from(outbox)
			.where(and(inArray(outbox.kind, KINDS), which))
			.orderBy(asc(outbox.id))
			.all();
		const versions = new Map<number, Map<number, Place>>();
		for (const version of new Set(mails.map((mail) => mail.version))) {
			if (version === null) continue;
			const isOwn = and(eq(releases.eventId, event.id()), eq(releases.version, version));
			const release = tx.select({ grid: releases.grid }).from(releases).where(isOwn).get();
			if (release) versions.set(version, placesIn(release.grid));
		}
		return mails.flatMap(({ id, entryId, kind, version }) => {
			if (entryId === null || version === null) return [];
			const place = versions.get(version)?.get(entryId);
			return place || kind === "removal" ? [{ id, entryId, place }] : [];
		});
	}

	/** Cancels unsent mails that differ from this grid. */
	function cancelUntrue(tx: Orm, grid: Grid): void {
		const places = placesIn(grid);
		for (const { id, entryId, place } of lettersWithPlace(tx, inArray(outbox.state, NOT_GONE))) {
			if (isSame(places.get(entryId), place)) continue;
			tx.update(outbox).set({ state: "cancelled", lastError: NOT_SENT.place }).where(eq(outbox.id, id)).run();
		}
	}

	/** Writes them into the outbox, in the transaction of the release. @returns how many */
	function enqueue(tx: Orm, actorId: number, { id: release, version, grid }: Release): number {
		const found = due(tx, grid);
		const shown = publicEntries.scheduled(found.map(({ entry }) => entry.id));
		for (const { kind, entry, place } of found) {
			const { id, locale } = entry;
			const gone = kind === "removal";
			const title = entry.title || spotId(entry);
			const page = gone ? undefined : pageOf(id, shown);
			const track = tracks.labeller(locale)(place.trackId);
			const [{ product, support, place: city }, zone] = [event.brand(locale), event.zone()];
			mailing.enqueue(tx, {
				kind,
				dedupeKey: keyOf(tx, kind, id, release),
				entryId: id,
				version: release,
				actorId,
				to: entry.email,
				calendar: calendarOf({
					name: product,
					zone,
					city,
					origin: links.origin(),
					madeAt: now(),
					version,
					cancelled: gone,
					organizer: { name: product, email: support },
					sessions: [{ id, title, place, track, speakers: [entry.name], ...(page && { address: page }) }],
				}),
				...written({ kind, entry, place }, page),
			});
		}
		return found.length;
	}

	/** The page of a talk in the schedule. One that may not be shown has none. */
	function pageOf(id: number, shown = publicEntries.scheduled([id])): string | undefined {
		return shown.has(id) ? `${links.origin()}/schedule/${id}` : undefined;
	}

	/** The mail as it would be sent now. @param page of the talk in the schedule @param text to try another one */
	function written(
		{ kind, entry, place }: Due<ToldEntry>,
		page: string | undefined,
		locale = entry.locale,
		text?: MailText,
	) {
		const about = { ...entry, link: links.openedBy(entry), guest: entry.userId === null };
		if (kind === "removal") return texts.write(kind, locale, removalValues(locale, about), text);
		const zone = event.zone();
		const [start, track] = [instantOf(place, zone), tracks.labeller(locale)(place.trackId)];
		return texts.write(kind, locale, slotValues(locale, { ...about, zone, start, place, track, page }), text);
	}

	/** If mails of this version were cancelled, the next one needs a key of its own. */
	function keyOf(tx: Orm, kind: Kind, id: number, release: number): string {
		const key = `${kind}:${id}:${release}`;
		const ofVersion = and(eq(outbox.kind, kind), eq(outbox.entryId, id), eq(outbox.version, release));
		const earlier = tx.select({ id: outbox.id }).from(outbox).where(ofVersion).all().length;
		return earlier === 0 ? key : `${key}:${earlier + 1}`;
	}

	return { due, cancelUntrue, enqueue, written, pageOf };
}

function isSame(one: Place | undefined, other: Place | undefined): boolean {
	return one && other ? textOf(one) === textOf(other) : one === other;
}
