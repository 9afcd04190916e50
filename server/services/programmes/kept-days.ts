import { TZDate } from "@date-fns/tz";
import { eq } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { programmes } from "../../../db/schema.ts";
import { ofCurrentEvent } from "./current-programmes.ts";

/** Lets every call open and close at the same time of the same day in another zone. */
export function keepDays(tx: Orm, from: string, to: string): void {
	const moved = (instant: number | null) => (instant === null ? null : sameClock(instant, from, to));
	for (const { category, opensAt, closesAt } of tx.select().from(programmes).where(ofCurrentEvent).all()) {
		tx.update(programmes)
			.set({ opensAt: moved(opensAt), closesAt: moved(closesAt) })
			.where(eq(programmes.category, category))
			.run();
	}
}

/** When a clock in the other zone shows what one in the first shows at this instant. */
function sameClock(instant: number, from: string, to: string): number {
	const at = new TZDate(instant, from);
	const day = [at.getFullYear(), at.getMonth(), at.getDate()] as const;
	return new TZDate(...day, at.getHours(), at.getMinutes(), at.getSeconds(), at.getMilliseconds(), to).getTime();
}
