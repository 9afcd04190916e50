import { eq } from "drizzle-orm";
import type { EventTemplate } from "../app/enumerations.ts";
import type { Orm } from "./client.ts";
import { FIRST_EVENT } from "./schema/first-event.ts";
import { eventLogos, events } from "./schema.ts";

/** An event as the settings describe it, with its logo drawn. */
export interface FirstEventSeed {
	event: Omit<typeof events.$inferInsert, "id" | "state">;
	logo: Omit<typeof eventLogos.$inferInsert, "eventId"> | undefined;
}

/** Whether there is an event; without one the settings make the first. */
export function hasEvent(orm: Orm): boolean {
	return orm.select({ id: events.id }).from(events).limit(1).get() !== undefined;
}

/** What the current event was made from. */
export function currentTemplate(tx: Orm): EventTemplate {
	const found = tx.select({ template: events.template }).from(events).where(eq(events.state, "current")).get();
	return found?.template ?? "hangzhou";
}

/** Makes the first event where there is none. */
export function layFirstEvent(tx: Orm, { event, logo }: FirstEventSeed): void {
	if (hasEvent(tx)) return;
	const { id } = tx
		.insert(events)
		.values({ ...event, id: FIRST_EVENT, state: "current" })
		.returning({ id: events.id })
		.get();
	if (logo)
		tx.insert(eventLogos)
			.values({ ...logo, eventId: id })
			.run();
}
