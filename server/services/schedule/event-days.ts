import { desc, eq, sql } from "drizzle-orm";
import type { Grid } from "../../../app/schedule/grid.ts";
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

	const newest = db.orm
		.select({ version: releases.version })
		.from(releases)
		.where(eq(releases.eventId, sql.placeholder("event")))
		.orderBy(desc(releases.version))
		.limit(1)
		.prepare();
	let known: { version: number; grid: Grid } | undefined;

	/** A release never changes, and its grid is long: each submission asks for its days. */
	function released(): Grid | undefined {
		const { version } = newest.get({ event: event.id() }) ?? {};
		if (version === undefined || known?.version === version) return version === undefined ? undefined : known?.grid;
		const found = db.orm.select({ grid: releases.grid }).from(releases).where(eq(releases.version, version)).get();
		known = found && { version, grid: found.grid };
		return found?.grid;
	}

	return db.remembering(() => {
		const shown = released();
		const grid = shown?.days.length ? shown : draft();
		const dates = grid.days.map(({ date }) => date).sort();
		const [first, last] = [dates[0], dates.at(-1)];
		return first && last ? { first, last } : undefined;
	});
}
