import { eq, exists, not, or, type SQL } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { entries, lateEntries, photos } from "../../../db/schema.ts";

/** Whether no entry and no late form uses a photo. Drafts are not checked. */
export function isUnused(tx: Orm): SQL {
	const inEntry = tx.select({ photo: entries.photo }).from(entries).where(eq(entries.photo, photos.name));
	const inLate = tx.select({ photo: lateEntries.photo }).from(lateEntries).where(eq(lateEntries.photo, photos.name));
	return not(or(exists(inEntry), exists(inLate)) as SQL);
}
