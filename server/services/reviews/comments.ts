import { count, inArray, sql } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { reviewComments } from "../../../db/schema.ts";

/** How many comments entries have, and whether one of them is meant for a reader who has not said anything since. */
export function commentsOn(tx: Orm, ids: readonly number[], reader: number) {
	const rows = tx
		.select({
			entryId: reviewComments.entryId,
			count: count(),
			isMeant: sql<number>`max(case when exists (select 1 from json_each(${reviewComments.mentions}) where value = ${reader})
				then ${reviewComments.id} else 0 end) > max(case when ${reviewComments.authorId} = ${reader} then ${reviewComments.id} else 0 end)`,
		})
		.from(reviewComments)
		.where(inArray(reviewComments.entryId, [...ids]))
		.groupBy(reviewComments.entryId)
		.all();
	return new Map(rows.map(({ entryId, isMeant, count: n }) => [entryId, { count: n, isMeant: isMeant === 1 }]));
}
