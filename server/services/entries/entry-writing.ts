import { eq, sql } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { entries, entryLog, programmes } from "../../../db/schema.ts";
import type { Actor } from "../actor.ts";
import type { Receipts } from "../mails/receipts.ts";
import type { Photos } from "../photos/photos.ts";
import type { Runtime } from "../runtime.ts";
import { changeOf } from "./entry-changes.ts";
import { logEdit } from "./entry-edits.ts";
import { type Columns, differences, type EntryRow, toAnswers, toColumns, unaskedAnswers } from "./entry-rows.ts";
import type { LinkChanges } from "./link-changes.ts";
import type { Origin } from "./spam-networks.ts";
import { placeLost } from "./waiting-place.ts";

type New = Pick<EntryRow, "category" | "userId" | "locale" | "submissionKey"> &
	Partial<Origin> & { columns: Columns; arrivedAt: number };

/** Who writes: the number of their account, and the network that a photo they no longer need is counted for. */
export interface Writer extends Pick<Actor, "network"> {
	id: number | null;
}

/** How an entry is changed. */
interface How {
	editor: boolean;
	silent: boolean;
}

export type EntryWriting = ReturnType<typeof createEntryWriting>;

/** Writes entries with their log line and receipt, in the caller's transaction. Validation has been done before. */
export function createEntryWriting(
	{ db, event, registry, now }: Runtime,
	{ linkChanges, photos, receipts }: { linkChanges: LinkChanges; photos: Photos; receipts: Receipts },
) {
	function insert(tx: Orm, by: Writer, { columns, arrivedAt, ...entry }: New, silent = false): EntryRow {
		const { eventId, version: formVersion } = callOf(entry.category);
		const row = tx
			.insert(entries)
			.values({ ...columns, ...entry, eventId, formVersion, createdAt: arrivedAt, updatedAt: now() })
			.returning()
			.get();
		tx.insert(entryLog)
			.values({
				entryId: row.id,
				at: arrivedAt,
				actorId: by.id,
				type: "Created",
				state: row.status,
				told: row.status,
			})
			.run();
		photos.exchange(tx, by, [], [row.photo]);
		if (!silent) receipts.enqueue(tx, row);
		return row;
	}

	/**
	 * Updates an entry. If nothing changed, writes no log line and no receipt.
	 * @param present the row in this transaction
	 * @param how.editor includes organisers' notes @param how.silent without a receipt
	 */
	function update(tx: Orm, by: Writer, present: EntryRow, asked: Columns, how: How): EntryRow {
		const { editor, silent } = how;
		const answers = { ...unaskedAnswers(registry(), present, editor), ...asked.answers };
		const { category } = present;
		const { publicText, searchText } = toColumns(
			registry().programmeOf(category),
			toAnswers(registry(), { ...asked, category, answers }),
		);
		const columns = { ...asked, answers, publicText, searchText };
		const changes = differences(registry(), present, columns);
		const stillLacking = JSON.stringify(present.incomplete) === JSON.stringify(columns.incomplete);
		if (Object.keys(changes).length === 0 && stillLacking) return present;
		const at = now();
		const row = tx
			.update(entries)
			// The entry no longer equals what was submitted, so submitting that again creates a new one.
			.set({
				...columns,
				...placeLost(present, columns),
				...linkChanges.renewed(present, columns, editor),
				formVersion: callOf(category).version,
				updatedAt: at,
				submissionKey: null,
			})
			.where(eq(entries.id, present.id))
			.returning()
			.get();
		const line = { entryId: row.id, at, actorId: by.id, state: row.status };
		const track = editor ? trackAlone(present, row, changes) : undefined;
		if (track) {
			tx.insert(entryLog)
				.values({ ...line, ...track })
				.run();
		} else logEdit(tx, line, changes);
		photos.exchange(tx, by, [present.photo], [row.photo]);
		linkChanges.follow(tx, present, row);
		// Whoever has a new address must get the new link.
		if (!silent || present.linkVersion !== row.linkVersion) receipts.enqueue(tx, row);
		return row;
	}

	/** What the log says where organisers changed the track and nothing else: the same as if they had set it in a list. */
	function trackAlone(present: EntryRow, { id, trackId }: EntryRow, changes: ReturnType<typeof differences>) {
		const { fields } = registry().programmeOf(present.category, present);
		const track = fields.find(({ column }) => column === "trackId");
		if (!track || !trackId || Object.keys(changes).join() !== track.name) return;
		const { logType: type, logged } = changeOf({ id, kind: "track", to: trackId }, present, present.updatedAt);
		return { type, changes: logged };
	}

	const findCall = db.orm
		.select({ eventId: programmes.eventId, version: programmes.version })
		.from(programmes)
		.where(eq(programmes.category, sql.placeholder("category")))
		.prepare();

	/** The event of a call, and the version of its form. */
	const callOf = (category: string) => findCall.get({ category }) ?? { eventId: event.id(), version: null };

	return { insert, update };
}
