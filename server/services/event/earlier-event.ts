import { and, eq, ne } from "drizzle-orm";
import type { Locale } from "../../../app/programmes/define.ts";
import type { Database } from "../../../db/client.ts";
import { events, programmes } from "../../../db/schema.ts";

export type EarlierEvent = ReturnType<typeof createEarlierEvent>;

/** Gives the name of the event that a programme was part of, where another one is current by now. */
export function createEarlierEvent(db: Pick<Database, "orm" | "rememberingSetup">) {
	const find = db.rememberingSetup((category: string) =>
		db.orm
			.select({ name: events.name, nameZh: events.nameZh })
			.from(programmes)
			.innerJoin(events, eq(events.id, programmes.eventId))
			.where(and(eq(programmes.category, category), ne(events.state, "current")))
			.get(),
	);

	return (category: string, locale: Locale): string | undefined => {
		const { name, nameZh } = find(category) ?? {};
		return (locale === "zh" && nameZh) || name;
	};
}
