import { max, min } from "drizzle-orm";
import { days } from "../../../db/schema.ts";
import type { Runtime } from "../runtime.ts";

export type EventDays = ReturnType<typeof createEventDays>;

/** The first and the last day of the event, as `2025-09-13`; undefined where organisers have entered none. */
export function createEventDays({ db }: Pick<Runtime, "db">) {
	return db.remembering(() => {
		const found = db.orm
			.select({ first: min(days.date), last: max(days.date) })
			.from(days)
			.get();
		return found?.first && found.last ? { first: found.first, last: found.last } : undefined;
	});
}
