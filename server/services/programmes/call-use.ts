import { eq, sql } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { drafts, entries, lateEntries } from "../../../db/schema.ts";

/** Whether anyone has submitted, or begun to submit, anything to a call. */
export function isInUse(tx: Orm, category: string): boolean {
	const own = sql`${drafts.form} = ${category} or instr(${drafts.form}, ${`${category}?`}) = 1`;
	return [
		tx.select({ one: sql`1` }).from(entries).where(eq(entries.category, category)).limit(1).get(),
		tx.select({ one: sql`1` }).from(lateEntries).where(eq(lateEntries.category, category)).limit(1).get(),
		tx.select({ one: sql`1` }).from(drafts).where(own).limit(1).get(),
	].some((found) => found !== undefined);
}
