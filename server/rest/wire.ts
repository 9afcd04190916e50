/** The wire names of the specification (section 3), in this file only. Dates are ISO 8601 in UTC. */

import { rulesOfKind } from "../../app/kinds.ts";
import { isActive } from "../../app/lifecycle.ts";
import { ARTISTIC_TRACK } from "../../app/programmes/aigc.ts";
import { applies, UNSELECTED_TRACK } from "../../app/programmes/answers.ts";
import { onCard } from "../../app/programmes/card.ts";
import type { Registry } from "../../app/programmes/registry.ts";
import { spotId } from "../../app/programmes/spot-ids.ts";
import { uploadIn, workPath } from "../../app/programmes/uploads.ts";
import { type EntryRow, toAnswers } from "../services/entries/entry-rows.ts";
import type { OwnEntries } from "../services/entries/own-entries.ts";
import type { PublicEntry } from "../services/lists/public-entries.ts";
import type { Track } from "../services/programmes/tracks.ts";

/** What the wire says where an entry has no photo. */
const NO_PHOTO = "NOFILE";

/** A moment as the wire has it. @param ms since the epoch */
export const instant = (ms: number): string => new Date(ms).toISOString();
const fileOf = (photo: string | null) => (photo ? `${photo}.jpg` : NO_PHOTO);

/** @param scheduled it has a place in the released schedule */
export function publicEntry(entry: PublicEntry, scheduled: boolean) {
	return {
		id: entry.id,
		name: entry.name,
		org: entry.org,
		role: entry.answers.role ?? "",
		bio: entry.answers.bio ?? "",
		title: entry.title,
		abstract: entry.answers.abstract ?? "",
		language: entry.answers.language ?? "",
		tracks: entry.trackId ?? UNSELECTED_TRACK,
		status: entry.status,
		filename: fileOf(entry.photo),
		scheduled,
		creation: instant(entry.createdAt),
		updated: instant(entry.updatedAt),
		category: entry.category,
		emailSent: entry.emailSent,
	};
}

/**
 * A public work of the showcase. All rows have the same keys; null for questions of the other track. `displayIndex`
 * counts from 1.
 */
export function publicNomination(entry: PublicEntry, index: number) {
	const isArtwork = entry.answers.spotlightTrack === ARTISTIC_TRACK;
	return {
		id: entry.id,
		name: entry.name,
		org: entry.org,
		...entry.answers,
		title: isArtwork ? null : entry.title,
		artworkTitle: isArtwork ? entry.title : null,
		creation: instant(entry.createdAt),
		displayIndex: index + 1,
	};
}

/** @param scheduled it has a place in the draft of the schedule */
export function adminEntry(registry: Registry, entry: EntryRow, scheduled: boolean) {
	const { fields, kind } = registry.programmeOf(entry.category, entry);
	const upload = uploadIn(fields);
	return {
		id: entry.id,
		spotId: spotId(entry),
		category: entry.category,
		...toAnswers(registry, entry),
		...(rulesOfKind(kind).hasTracks && {
			tracks: entry.trackId ?? UNSELECTED_TRACK,
			scheduled,
			panelist: entry.panelists,
			keywords: entry.keywords,
		}),
		...(upload &&
			(upload.work
				? { file: entry.photo ? workPath(entry.photo, spotId(entry)) : "" }
				: { filename: fileOf(entry.photo) })),
		status: entry.status,
		consent: entry.consent,
		incomplete: entry.incomplete,
		withdrawn: !isActive(entry),
		userId: entry.userId,
		creation: instant(entry.createdAt),
		updated: instant(entry.updatedAt),
	};
}

/** The same with every field of the programme: empty if unanswered, null if not applicable. */
export function completeEntry(registry: Registry, entry: EntryRow, scheduled: boolean) {
	const answers = toAnswers(registry, entry);
	const asked = registry.programmeOf(entry.category, entry).fields.filter(({ kind }) => kind !== "photo");
	const unanswered = asked.map((field) => {
		const empty = field.kind === "choices" ? [] : field.kind === "consent" || field.kind === "copy" ? null : "";
		return [field.name, applies(field, answers) ? empty : null];
	});
	return { ...Object.fromEntries(unanswered), ...withoutUndefined(adminEntry(registry, entry, scheduled)) };
}

function withoutUndefined<T extends object>(record: T): T {
	return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

/** A talk as organisers see it: with its log, and whether the acceptance was sent. */
export function loggedTalk(
	registry: Registry,
	entry: EntryRow,
	scheduled: boolean,
	{ lines, isAcceptMailed }: ReturnType<OwnEntries["logOf"]>,
) {
	return { ...completeEntry(registry, entry, scheduled), logs: lines, emailSent: isAcceptMailed };
}

/** A track as clients know it; dividers only separate options on our own pages. */
export function wireTrack(track: Track) {
	const { id, label, labelZh, active, description, descriptionZh, displayIndex } = track;
	return { id, label, labelZh, active, description, descriptionZh, displayIndex };
}

/** An entry for its author, without organisers' notes. */
export function ownEntry(registry: Registry, entry: EntryRow, scheduled: boolean) {
	const { userId: _, panelist: __, keywords: ___, ...rest } = adminEntry(registry, entry, scheduled);
	const notes = registry.programmeOf(entry.category, entry).fields.filter(({ audience }) => audience === "admin");
	return Object.fromEntries(Object.entries(rest).filter(([name]) => !notes.some((note) => note.name === name)));
}

/** A line of the author's list. */
export function listedEntry(registry: Registry, entry: EntryRow) {
	const { kind } = entry;
	const answers = toAnswers(registry, entry);
	return {
		id: spotId(entry),
		category: entry.category,
		updated: instant(entry.updatedAt),
		...Object.fromEntries(onCard(registry.programmeOf(entry.category, entry)).map((name) => [name, answers[name]])),
		...(rulesOfKind(kind).hasTracks && { tracks: entry.trackId ?? UNSELECTED_TRACK }),
		status: entry.status,
		incomplete: entry.incomplete,
		withdrawn: !isActive(entry),
	};
}
