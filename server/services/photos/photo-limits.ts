import { and, asc, eq, isNotNull, ne, type SQL, sum } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { photos } from "../../../db/schema.ts";
import { isUnused } from "./photo-uses.ts";

const MIB = 1024 * 1024;
/** Limits on stored photos that belong only to a visitor's draft or to a form that was not accepted. */
export const LOOSE_PHOTO_BYTES = { ofNetwork: 100 * MIB, ofAll: 1024 * MIB } as const;

type PhotoRow = typeof photos.$inferSelect;

/**
 * Makes room for a photo in the transaction that stored it: deletes the oldest that no entry and no account's draft
 * uses, first those of the same network. @returns those whose files must be removed
 */
export function makeRoomForPhoto(tx: Orm, kept: Pick<PhotoRow, "name" | "looseFrom">): PhotoRow[] {
	return [
		...giveWay(eq(photos.looseFrom, kept.looseFrom ?? ""), LOOSE_PHOTO_BYTES.ofNetwork),
		...giveWay(isNotNull(photos.looseFrom), LOOSE_PHOTO_BYTES.ofAll),
	];

	function giveWay(which: SQL, most: number): PhotoRow[] {
		const present = tx
			.select({ bytes: sum(photos.storedBytes) })
			.from(photos)
			.where(which)
			.get();
		let bytes = Number(present?.bytes ?? 0) - most;
		if (bytes <= 0) return [];
		const oldest = tx
			.select()
			.from(photos)
			.where(and(which, ne(photos.name, kept.name), isUnused(tx)))
			.orderBy(asc(photos.heldAt))
			.all();
		const gone: PhotoRow[] = [];
		for (const photo of oldest) {
			if (bytes <= 0) break;
			gone.push(photo);
			bytes -= photo.storedBytes;
			tx.delete(photos).where(eq(photos.name, photo.name)).run();
		}
		return gone;
	}
}
