import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import { idFromSpot, spotId } from "../../../app/programmes/spot-ids.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, reviewComments } from "../../../db/schema.ts";
import type { Actor } from "../actor.ts";

/** What someone has written on an entry of an event. */
export function commentsBy(tx: Orm, eventId: number, authorId: number, spot: string) {
	return tx
		.select({ comment: reviewComments, kind: entries.kind })
		.from(reviewComments)
		.innerJoin(entries, and(eq(entries.id, reviewComments.entryId), eq(entries.eventId, eventId)))
		.where(and(eq(reviewComments.entryId, idFromSpot(spot)), eq(reviewComments.authorId, authorId)))
		.orderBy(asc(reviewComments.id))
		.all()
		.filter(({ kind, comment }) => spotId({ kind, id: comment.entryId }) === spot)
		.map(({ comment }) => comment);
}

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

/** A comment with its author, who may be gone. */
export type CommentRow = { comment: typeof reviewComments.$inferSelect; name: string | null; address: string | null };

/** A comment as a reader sees it. */
export function shown({ comment: { id, text, mentions, at, authorId }, name, address }: CommentRow, { user }: Actor) {
	return {
		id,
		text,
		at,
		/** "" once the account is gone. */
		by: name || address || "",
		isOwn: authorId !== null && authorId === user?.id,
		isForReader: mentions.some((one) => one === user?.id),
	};
}
