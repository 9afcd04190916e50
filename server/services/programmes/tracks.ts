import { asc, eq, isNull, max, or, sql } from "drizzle-orm";
import { translators } from "../../../app/locales/index.ts";
import { UNSELECTED_TRACK } from "../../../app/programmes/answers.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { freeName, slugOf } from "../../../app/programmes/slugs.ts";
import { foldForSearch } from "../../../app/search/folding.ts";
import type { Orm } from "../../../db/client.ts";
import { tracks } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Runtime } from "../runtime.ts";

export interface Track {
	id: string;
	kind: "unselected" | "track" | "divider";
	label: string;
	labelZh: string;
	description: string;
	descriptionZh: string;
	active: boolean;
	/** Place in the list, from 1. */
	displayIndex: number;
}

/** An organiser's changes to a track. Omitted values stay, or get their default. */
export type TrackDetails = Partial<Pick<Track, "label" | "labelZh" | "description" | "descriptionZh" | "active">> & {
	/** Place in the list, from 1; others make room. */
	displayIndex?: number;
};

/** A choice in a form: what a `<select>` offers. */
export interface TrackOption {
	id: string;
	label: string;
	divider: boolean;
}

/** Whether forms ask for a track, or cannot yet. */
export type TrackQuestion = "asked" | "unasked" | "awaited";

/** How a new track starts (specification section 4); a description left empty becomes the last (section 5). */
export const NEW_TRACK = { label: "New Track", description: "Enter description for this track" } as const;
const EMPTY_DESCRIPTION = "New track description";

export type Tracks = ReturnType<typeof createTracks>;

export function createTracks({ db, event }: Pick<Runtime, "db" | "event">) {
	/** Every track of the event in display order, retired ones too (their label is still needed). Dividers included. */
	const all = db.rememberingSetup((): readonly Track[] => read());

	/** Those of other events as well, because people see entries of several. */
	const ofAllEvents = db.rememberingSetup(() => db.orm.select().from(tracks).orderBy(asc(tracks.position)).all());

	/** Prepared, because it is read again after each write of anything. Inside a transaction it sees what that has written. */
	const ofEvent = db.orm
		.select()
		.from(tracks)
		.where(or(isNull(tracks.eventId), eq(tracks.eventId, sql.placeholder("event"))))
		.orderBy(asc(tracks.position))
		.prepare();

	function read(): Track[] {
		const rows = ofEvent.all({ event: event.id() });
		return rows.map(({ position: _, eventId: __, ...row }, index) => ({ ...row, displayIndex: index + 1 }));
	}

	/** What a form offers: active tracks, with `keep` (those already chosen) even when they were retired. */
	function options(locale: Locale, keep: readonly string[] = []): TrackOption[] {
		return all()
			.filter((track) => track.active || keep.includes(track.id))
			.map((track) => ({ id: track.id, label: trackLabel(track, locale), divider: track.kind === "divider" }));
	}

	/** The same for lists, whose entries already have one: without dividers, and labelled as in their rows. */
	function listed(locale: Locale, keep: readonly string[]): TrackOption[] {
		const known = labels(locale);
		return options(locale, keep)
			.filter(({ divider }) => !divider)
			.map((track) => ({ ...track, label: known.get(track.id) ?? track.label }));
	}

	/** Ids an entry may carry. */
	function ids(): ReadonlySet<string> {
		return new Set(all().flatMap((track) => (track.kind === "divider" ? [] : [track.id])));
	}

	/** Active track ids. */
	function activeIds(): ReadonlySet<string> {
		return new Set(all().flatMap(({ id, kind, active }) => (kind === "divider" || !active ? [] : [id])));
	}

	/**
	 * How forms ask for a track. An event without tracks does not ask. That of the specification has some, so it waits for
	 * them while even the option of none is missing.
	 * @param keep tracks already chosen, which a form offers even when they were retired
	 */
	function question(keep: readonly string[] = []): TrackQuestion {
		const offered = all().filter(({ id, kind, active }) => kind !== "divider" && (active || keep.includes(id)));
		if (offered.some(({ kind }) => kind === "track")) return "asked";
		return event.isSpecified() && !offered.some(({ active }) => active) ? "awaited" : "unasked";
	}

	/** What details show as the track of an entry: "" without one in an event that has none, undefined if it is unknown. */
	function shown(id: string | null, locale: Locale): string | undefined {
		const isOpen = id === null || id === UNSELECTED_TRACK;
		return isOpen && question() !== "asked" ? "" : labels(locale).get(id);
	}

	/** The track that stands for one of an earlier event: the active one with the same label; the same id where there is none. */
	function counterpartOf(id: string): string {
		const earlier = ofAllEvents().find((track) => track.id === id);
		const same = (track: Track) => track.active && track.kind === "track" && track.label === earlier?.label;
		return (earlier && all().find((track) => track.id === id || same(track))?.id) ?? id;
	}

	/** What to show for the track of an entry, by track id, retired ones too. */
	function labels(locale: Locale): ReadonlyMap<string | null, string> {
		const open = translators[locale]("entry.trackOpen");
		return new Map(
			ofAllEvents().map((track) => [track.id, track.kind === "unselected" ? open : trackLabel(track, locale)]),
		);
	}

	/** Label of a track by id; the id itself if unknown. */
	function labeller(locale: Locale): (id: string | null) => string {
		const known = labels(locale);
		return (id) => known.get(id) ?? id ?? "";
	}

	/** Tracks that match a search in id, label or description, ignoring case. No dividers. */
	function search(actor: Actor, q: string): Track[] {
		requireCan(actor, "programmes.manage");
		const wanted = foldForSearch(q);
		return all().filter(({ kind, ...track }) => {
			const texts = [track.id, track.label, track.labelZh, track.description, track.descriptionZh];
			return kind !== "divider" && texts.some((text) => foldForSearch(text).includes(wanted));
		});
	}

	/** Adds a track; its id is made from its label. @throws AppError CONFLICT for an id that is taken */
	async function create(actor: Actor, details: TrackDetails, id?: string): Promise<Track> {
		requireCan(actor, "programmes.manage");
		return db.write((tx) => {
			const present = new Set(
				tx
					.select({ id: tracks.id })
					.from(tracks)
					.all()
					.map((track) => track.id),
			);
			if (id && present.has(id)) throw new AppError("CONFLICT", { text: "TRACK_TAKEN" });
			const label = details.label?.trim() || NEW_TRACK.label;
			const made = id || freeId(label, present);
			const last =
				tx
					.select({ last: max(tracks.position) })
					.from(tracks)
					.where(eq(tracks.eventId, event.id()))
					.get()?.last ?? -1;
			const row = {
				id: made,
				eventId: event.id(),
				kind: "track" as const,
				position: last + 1,
				...toColumns({ ...details, label }),
			};
			tx.insert(tracks)
				.values({ labelZh: "", description: EMPTY_DESCRIPTION, ...row, label })
				.run();
			return move(tx, made, details.displayIndex);
		});
	}

	/**
	 * Changes a track. @param was what the change was made from, where that is known
	 * @throws AppError NOT_FOUND; CONFLICT when it is not so any more
	 */
	async function update(actor: Actor, id: string, details: TrackDetails, was?: TrackDetails): Promise<Track> {
		requireCan(actor, "programmes.manage");
		return db.write((tx) => {
			const present = read().find((track) => track.id === id && track.kind !== "divider");
			if (!present) throw new AppError("NOT_FOUND");
			const seen = Object.entries(was ?? {}) as [keyof TrackDetails, unknown][];
			if (seen.some(([name, value]) => present[name] !== value)) throw new AppError("CONFLICT");
			// The "none yet" row stays active.
			const active = present.kind === "unselected" ? { active: true } : {};
			const columns = { ...toColumns(details), ...active };
			if (Object.keys(columns).length > 0) tx.update(tracks).set(columns).where(eq(tracks.id, id)).run();
			return move(tx, id, details.displayIndex);
		});
	}

	/** Puts a track at a place of the list, and gives it back. */
	function move(tx: Orm, id: string, displayIndex: number | undefined): Track {
		const listed = read();
		const track = listed.find((one) => one.id === id);
		if (!track) throw new AppError("NOT_FOUND");
		if (displayIndex === undefined || displayIndex === track.displayIndex) return track;
		if (track.kind === "unselected") return track;
		const others = listed.filter((one) => one !== track).map((one) => one.id);
		// The "none yet" row comes first, whatever is moved.
		const first = listed[0]?.kind === "unselected" ? 1 : 0;
		others.splice(Math.max(first, Math.min(others.length, displayIndex - 1)), 0, id);
		// Positions are unique, so all are moved away first.
		for (const [position, one] of others.entries()) {
			tx.update(tracks)
				.set({ position: -1 - position })
				.where(eq(tracks.id, one))
				.run();
		}
		for (const [position, one] of others.entries()) tx.update(tracks).set({ position }).where(eq(tracks.id, one)).run();
		return { ...track, displayIndex: others.indexOf(id) + 1 };
	}

	return {
		all,
		options,
		listed,
		ids,
		activeIds,
		question,
		shown,
		counterpartOf,
		labels,
		labeller,
		search,
		create,
		update,
	};
}

function toColumns({ label, labelZh, description, descriptionZh, active }: TrackDetails) {
	return {
		...(label !== undefined && { label: label.trim() || NEW_TRACK.label }),
		...(labelZh !== undefined && { labelZh: labelZh.trim() }),
		...(description !== undefined && { description: description.trim() || EMPTY_DESCRIPTION }),
		...(descriptionZh !== undefined && { descriptionZh: descriptionZh.trim() }),
		...(active !== undefined && { active }),
	};
}

/** An id people can read, made from a label; numbered where it is taken or nothing is left. */
function freeId(label: string, taken: ReadonlySet<string>): string {
	const slug = slugOf(label);
	return slug ? freeName(slug, taken) : freeName("track", new Set([...taken, "track"]));
}

function trackLabel(track: Pick<Track, "label" | "labelZh">, locale: Locale): string {
	return locale === "zh" && track.labelZh ? track.labelZh : track.label;
}
