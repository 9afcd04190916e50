import { eq, sql } from "drizzle-orm";
import { days, releases } from "../../../db/schema.ts";
import type { Runtime } from "../runtime.ts";

export type EventDays = ReturnType<typeof createEventDays>;

/**
 * The first and the last day of the event, as `2025-09-13`: of the released schedule, before the first release of the
 * grid. Undefined where organisers have entered none.
 */
export function createEventDays({ db, event }: Pick<Runtime, "db" | "event">) {
	/** Of the last release. The database reads them out of the grid, which is long: each submission asks for them. */
	const released = db.orm
		.select({
			first: sql<string | null>`min(one.value ->> 'date')`,
			last: sql<string | null>`max(one.value ->> 'date')`,
		})
		.from(sql`${releases}, json_each(${releases.grid}, '$.days') as one`)
		.where(
			eq(
				releases.version,
				sql`(select max(${releases.version}) from ${releases} where ${eq(releases.eventId, sql.placeholder("event"))})`,
			),
		)
		.prepare();

	/** Of the grid of the event: in the tables while it is the current one, then kept with it. */
	function drafted() {
		const kept = event.row().grid?.days ?? db.orm.select({ date: days.date }).from(days).all();
		const dates = kept.map(({ date }) => date).sort();
		return { first: dates[0], last: dates.at(-1) };
	}

	return db.rememberingSetup(() => {
		const shown = released.get({ event: event.id() });
		const { first, last } = shown?.first ? shown : drafted();
		return first && last ? { first, last } : undefined;
	});
}
