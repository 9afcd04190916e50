import { z } from "zod";
import { COLUMNS_ALWAYS, NEEDS, PAGE_SIZE, PAGE_SIZES, TALK_COLUMNS } from "../enumerations.ts";
import { type EntryKind, rulesOfKind } from "../kinds.ts";
import { STATUSES } from "../lifecycle.ts";
import { invitationsLike } from "../programmes/forum.ts";
import { numberIn } from "../programmes/number.ts";
import type { Registry } from "../programmes/registry.ts";
import { MOST_CHARACTERS } from "../search/words.ts";

// What an address does not name has a default: `catch` alone would make a fault of it first, which takes ten times as long.

/** The page of a list in an address; the first where it makes no sense. */
export const pageNumber = z.string().transform(numberIn).pipe(z.number().min(1).max(1_000_000)).catch(1).default(1);

/** The search of a list in an address. */
export const searchText = z
	.string()
	.transform((q) => [...q.trim()].slice(0, MOST_CHARACTERS).join("").trim())
	.catch("")
	.default("");

/** What an admin list reads from its address. A value that makes no sense is dropped, never an error. */
export function listQuery(sortable: readonly string[]) {
	const orders = sortable.flatMap((name) => [name, `-${name}`]);
	return z.object({
		q: searchText,
		track: z.string().max(100).catch("").default(""),
		status: z.enum(STATUSES).or(z.literal("")).catch("").default(""),
		need: z.enum(NEEDS).or(z.literal("")).catch("").default(""),
		/** Newest first unless asked otherwise (specification section 9). */
		sort: z
			.string()
			.refine((sort) => orders.includes(sort))
			.catch("-id")
			.default("-id"),
		page: pageNumber,
		rows: z
			.string()
			.transform(numberIn)
			.refine((rows) => PAGE_SIZES.includes(rows))
			.catch(PAGE_SIZE)
			.default(PAGE_SIZE),
	});
}

/** The columns that an address names, one by one or joined; "" for all of them. */
function columnsIn(search: URLSearchParams): string {
	const named = new Set(search.getAll("cols").flatMap((cols) => cols.split(".")));
	if (named.size === 0) return "";
	const shown = TALK_COLUMNS.filter((column) => named.has(column) || COLUMNS_ALWAYS.includes(column));
	return shown.length === TALK_COLUMNS.length ? "" : shown.join(".");
}

export type ListState = z.infer<ReturnType<typeof listQuery>> & { cols: string };

const SORTABLE: Record<EntryKind, readonly string[]> = {
	talk: ["id", "title", "name", "org", "tracks", "status", "updated"],
	nomination: ["id", "projectname", "nominatorname", "ownername", "updated", "status"],
	aigc: ["id", "name", "org", "country", "title", "updated", "status"],
	forum: ["id", "name", "companySchool", "countryRegion", "updated", "status"],
};

/** Made once: making one takes longer than reading with it. */
const QUERIES: Record<EntryKind, ReturnType<typeof listQuery>> = {
	talk: listQuery(SORTABLE.talk),
	nomination: listQuery(SORTABLE.nomination),
	aigc: listQuery(SORTABLE.aigc),
	forum: listQuery(SORTABLE.forum),
};

/** Answers a list can be filtered by, under their own names. */
const FILTERS: Record<EntryKind, readonly string[]> = {
	talk: [],
	nomination: [],
	aigc: ["spotlightTrack"],
	forum: ["countryRegion", "forumTopic", "invitationConfirmed"],
};

/**
 * What a list of entries of a kind, or its export, reads from its address: `state` as the address has it, `query` as
 * the service takes it, and `dropped`, what the address names that there is not (any more). @param tracks ids of the tracks there are
 */
export function readList(kind: EntryKind, search: URLSearchParams, tracks: ReadonlySet<string>, registry: Registry) {
	const { page, rows, ...given } = QUERIES[kind].parse(Object.fromEntries(search));
	const asked = { ...given, track: knownTrack(given.track, tracks) };
	const filters = Object.fromEntries(
		FILTERS[kind].map((name) => [name, known(registry, kind, name, search.get(name) ?? "")]),
	);
	const answers = Object.fromEntries(
		Object.entries(filters).map(([name, value]) => [
			name,
			name === "invitationConfirmed" ? invitationsLike(value) : value,
		]),
	);
	const named = {
		track: given.track,
		...Object.fromEntries(FILTERS[kind].map((name) => [name, search.get(name) ?? ""])),
	};
	const kept: Readonly<Record<string, string>> = { track: asked.track, ...filters };
	const dropped = Object.entries(named).filter(([name, value]) => value !== "" && kept[name] === "");
	const cols = rulesOfKind(kind).hasTracks ? columnsIn(search) : "";
	return {
		state: { ...asked, ...filters, page, rows, cols },
		filters,
		dropped,
		query: { ...asked, page, rows, answers },
	};
}

/** A track an address names, or "" for all where there is none of that id. */
export function knownTrack(id: string, tracks: ReadonlySet<string>): string {
	return tracks.has(id) ? id : "";
}

function known(registry: Registry, kind: EntryKind, name: string, value: string): string {
	const field = registry.fieldsOfKind(kind).find((one) => one.name === name);
	return field && "options" in field && field.options.some((option) => option.value === value) ? value : "";
}

/** The number of an entry in an address or a form, or 0. */
export const entryNumber = z.string().transform(numberIn).catch(0);
