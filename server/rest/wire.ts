/** The one place that knows the specification's names on the wire (section 3). Dates are ISO 8601 in UTC. */
import { UNSELECTED_TRACK } from "../../app/programmes/answers.ts";
import { spotId } from "../../app/programmes/index.ts";
import type { EntryRow } from "../services/entry-store.ts";
import type { PublicEntry } from "../services/public-entries.ts";
import type { Track } from "../services/tracks.ts";

/** What the wire says where an entry has no photo. */
const NO_PHOTO = "NOFILE";

const instant = (ms: number) => new Date(ms).toISOString();
const fileOf = (photo: string | null) => (photo ? `${photo}.jpg` : NO_PHOTO);

export function publicEntry(entry: PublicEntry) {
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
		scheduled: false,
		creation: instant(entry.createdAt),
		updated: instant(entry.updatedAt),
		category: entry.category,
		emailSent: entry.emailSent,
	};
}

export function adminEntry(entry: EntryRow) {
	const { answers } = entry;
	return {
		id: entry.id,
		category: entry.category,
		name: entry.name,
		email: entry.email,
		org: entry.org,
		title: entry.title,
		...answers,
		tracks: entry.trackId ?? UNSELECTED_TRACK,
		status: entry.status,
		filename: fileOf(entry.photo),
		consent: entry.consent,
		incomplete: entry.incomplete,
		scheduled: false,
		userId: entry.userId,
		creation: instant(entry.createdAt),
		updated: instant(entry.updatedAt),
	};
}

/** A track as clients know it; dividers only separate options on our own pages. */
export function wireTrack(track: Track) {
	const { id, label, labelZh, active, description, descriptionZh, displayIndex } = track;
	return { id, label, labelZh, active, description, descriptionZh, displayIndex };
}

/** An entry as its author sees it: everything typed, nothing the organisers noted. */
export function ownEntry(entry: EntryRow) {
	const { userId: _, ...rest } = adminEntry(entry);
	return { ...rest, spotId: spotId(entry.category, entry.id) };
}

/** A line of the author's list, with what a card of a talk shows (specification section 3). */
export function listedEntry(entry: EntryRow) {
	const { answers } = entry;
	return {
		id: spotId(entry.category, entry.id),
		category: entry.category,
		updated: instant(entry.updatedAt),
		title: entry.title,
		language: answers.language ?? "",
		tracks: entry.trackId ?? UNSELECTED_TRACK,
		name: entry.name,
		org: entry.org,
		role: answers.role ?? "",
		status: entry.status,
		incomplete: entry.incomplete,
	};
}
