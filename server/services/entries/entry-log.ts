import { and, desc, eq } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { entryLog, users } from "../../../db/schema.ts";

/** Email address of the account that made the last change of a type; "" for a guest. */
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
