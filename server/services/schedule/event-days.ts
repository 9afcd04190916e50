import { desc, eq } from "drizzle-orm";
import { days, releases } from "../../../db/schema.ts";
import type { Runtime } from "../runtime.ts";

export type EventDays = ReturnType<typeof createEventDays>;

/**
 * The first and the last day of the event, as `2025-09-13`: of the released schedule, before the first release of the
 * grid. Undefined where organisers have entered none.
 */
export function createEventDays({ db, event }: Pick<Runtime, "db" | "event">) {
	/** The grid of the event: in the tables while it is the current one, then kept with it. */
	const draft = () => event.row().grid ?? { days: db.orm.select({ date: days.date }).from(days).all() };

	return db.remembering(() => {
		const released = db.orm
			.select({ grid: releases.grid })
			.from(releases)
			.where(eq(releases.eventId, event.id()))
			.orderBy(desc(releases.version))
			.limit(1)
			.get();
		const grid = released?.grid.days.length ? released.grid : draft();
		const dates = grid.days.map(({ date }) => date).sort();
		const [first, last] = [dates[0], dates.at(-1)];
		return first && last ? { first, last } : undefined;
	});
}
