import { eq } from "drizzle-orm";
import { CONSOLE_LISTS, consolePath, type EntryKind } from "../../../app/kinds.ts";
import type { Registry } from "../../../app/programmes/registry.ts";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, events } from "../../../db/schema.ts";
import type { StoredRow } from "./place-scan.ts";

type Located = Pick<StoredRow, "table" | "rowid" | "entryId" | "shownBy">;

/** Pages that show what has no entry. */
const PAGES: Readonly<Record<string, (row: Located, registry: Registry) => string | undefined>> = {
	broadcasts: ({ rowid }) => `/admin/mail/broadcasts/${rowid}`,
	events: () => "/admin/event",
	late_entries: () => "/admin/late",
	late_links: () => "/admin/late",
	mail_texts: ({ shownBy }) => `/admin/mail/texts/${shownBy.kind}`,
	outbox: () => "/admin/mail",
	programme_drafts: ofCall,
	programme_versions: ofCall,
	programmes: ofCall,
	review_criteria: (row, registry) => (ofCall(row, registry) ? `${ofCall(row, registry)}/review` : undefined),
	releases: () => "/admin/schedule/release",
	saved_views: ({ shownBy }) => CONSOLE_LISTS[shownBy.kind as EntryKind],
	special_events: () => "/admin/schedule/grid",
	day_tracks: () => "/admin/schedule/grid",
	tracks: () => "/admin/tracks",
};

function ofCall({ shownBy }: Located, registry: Registry): string | undefined {
	const programme = registry.find(shownBy.category ?? "");
	return programme && `/admin/programmes/${programme.category}`;
}

/** The entry that a row is about, and the page of the console that shows the row. */
export function shownAt(
	orm: Orm,
	registry: Registry,
	row: Located,
): { entry: string | undefined; link: string | undefined } {
	const entry = row.entryId === null ? undefined : entryAt(orm, row.entryId);
	if (!entry) return { entry: undefined, link: PAGES[row.table]?.(row, registry) };
	const spot = spotId(entry);
	if (entry.state !== "current") return { entry: spot, link: `/admin/event/archive/${entry.slug}?id=${entry.id}` };
	const pages: Readonly<Record<string, string>> = {
		messages: `/admin/messages/${spot}`,
		edited_answers: `/admin/history/${spot}`,
		entry_log: `/admin/history/${spot}`,
	};
	return { entry: spot, link: pages[row.table] ?? consolePath(entry) };
}

function entryAt(orm: Orm, id: number) {
	const { slug, state } = events;
	return orm
		.select({ id: entries.id, kind: entries.kind, slug, state })
		.from(entries)
		.innerJoin(events, eq(events.id, entries.eventId))
		.where(eq(entries.id, id))
		.get();
}
