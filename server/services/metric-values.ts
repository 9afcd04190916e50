import { count, min, sql } from "drizzle-orm";
import { outbox, photos } from "../../db/schema.ts";
import { bytesOf, inSpace, type Space } from "./photos/photo-limits.ts";
import type { Runtime } from "./runtime.ts";

/** Values of the metrics. No personal data. */
export interface Measures {
	/** Mails by state. */
	mails: Readonly<Record<string, number>>;
	/** Seconds that the oldest mail has waited for being sent; 0 where none waits. */
	mailWaitSeconds: number;
	photos: number;
	/** Bytes of stored uploads in each of their spaces. */
	uploadBytes: Readonly<Record<Space, number>>;
}

/** Reads the metrics. Polled every few seconds, so it uses indexes only. */
export function createMeasures({ db, now }: Pick<Runtime, "db" | "now">): () => Measures {
	return () => {
		const rows = db.orm.select({ state: outbox.state, n: count() }).from(outbox).groupBy(outbox.state).all();
		const oldest = db.orm
			.select({ at: min(outbox.createdAt) })
			.from(outbox)
			.where(sql`${outbox.state} in ('pending', 'sending')`)
			.get()?.at;
		return {
			mails: Object.fromEntries(rows.map(({ state, n }) => [state, n])),
			mailWaitSeconds: oldest ? Math.max(0, now() - oldest) / 1000 : 0,
			photos: db.orm.select({ n: count() }).from(photos).get()?.n ?? 0,
			uploadBytes: { photos: bytesOf(db.orm, inSpace("photos")), works: bytesOf(db.orm, inSpace("works")) },
		};
	};
}
