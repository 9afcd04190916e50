import { and, desc, eq } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { entryLog, users } from "../../../db/schema.ts";

/** Address of the account that last changed an entry in this way; "" where nobody signed in did. */
export function lastBy(tx: Orm, entryId: number, type: (typeof entryLog.$inferSelect)["type"]): string {
	const line = tx
		.select({ email: users.email })
		.from(entryLog)
		.innerJoin(users, eq(users.id, entryLog.actorId))
		.where(and(eq(entryLog.entryId, entryId), eq(entryLog.type, type)))
		.orderBy(desc(entryLog.id))
		.limit(1)
		.get();
	return line?.email ?? "";
}
