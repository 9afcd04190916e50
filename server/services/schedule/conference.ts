import { asc } from "drizzle-orm";
import type { Locale } from "../../../app/programmes/define.ts";
import { formatDays } from "../../../app/programmes/window.ts";
import { days } from "../../../db/schema.ts";
import type { Runtime } from "../runtime.ts";

/** What a visitor is told first: which conference, when and where. */
export interface ConferenceFacts {
	name: string;
	/** From the first to the last day of the grid; "" while it has none. */
	dates: string;
	place: string;
}

export type Conference = ReturnType<typeof createConference>;

export function createConference({ db, config: { brand } }: Pick<Runtime, "db" | "config">) {
	const facts = db.remembering((locale: Locale): ConferenceFacts => {
		const dates = db.orm.select({ date: days.date }).from(days).orderBy(asc(days.date)).all();
		const [first, last] = [dates[0]?.date, dates.at(-1)?.date];
		return {
			name: brand.product,
			dates: first && last ? formatDays(first, last, locale) : "",
			place: locale === "zh" ? brand.placeZh : brand.place,
		};
	});
	return { facts };
}
