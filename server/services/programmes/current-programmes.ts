import { eq, sql } from "drizzle-orm";
import { events, programmes } from "../../../db/schema.ts";

/** The condition that a programme is one of the current event. Those of other events are archived with it. */
export const ofCurrentEvent = eq(
	programmes.eventId,
	sql`(select ${events.id} from ${events} where ${events.state} = 'current')`,
);
