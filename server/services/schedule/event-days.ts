import { desc, max, min } from "drizzle-orm";
import { days, releases } from "../../../db/schema.ts";
import type { Runtime } from "../runtime.ts";

export type EventDays = ReturnType<typeof createEventDays>;

/**
 * The first and the last day of the event, as `2025-09-13`: of the released schedule, before the first release of the
 * grid. Undefined where organisers have entered none.
 */
export function createEventDays({ db }: Pick<Runtime, "db">) {
	return db.remembering(() => {
		const released = db.orm
			.select({ grid: releases.grid })
			.from(releases)
			.orderBy(desc(releases.version))
			.limit(1)
			.get();
		const dates = released?.grid.days.map(({ date }) => date).sort() ?? [];
		const [first, last] = [dates[0], dates.at(-1)];
		if (first && last) return { first, last };
		const found = db.orm
			.select({ first: min(days.date), last: max(days.date) })
			.from(days)
			.get();
		return found?.first && found.last ? { first: found.first, last: found.last } : undefined;
	});
}
