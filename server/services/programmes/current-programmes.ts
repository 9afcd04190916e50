import { eq, sql } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { events, programmes } from "../../../db/schema.ts";

/** The condition that a programme is one of the current event. Those of other events are archived with it. */
export const ofCurrentEvent = eq(
	programmes.eventId,
	sql`(select ${events.id} from ${events} where ${events.state} = 'current')`,
);

/** The number of the current event. */
export function currentEventId(tx: Orm): number {
	const found = tx.select({ id: events.id }).from(events).where(eq(events.state, "current")).get();
	if (!found) throw new Error("there is no current event");
	return found.id;
}
