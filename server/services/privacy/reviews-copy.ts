import { and, asc, eq } from "drizzle-orm";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import type { Orm } from "../../../db/client.ts";
import { conflicts, entries, memberships, reviewComments, reviews } from "../../../db/schema.ts";

/**
 * What a reviewer's copy of their data has of their reviews, and the conflicts of interest that they declared. Those that
 * organisers set or dismissed follow from the author's organisation and would name it. Authors never get reviews.
 * @param at instants as texts
 */
export function reviewsCopy(tx: Orm, userId: number, at: (instant: number) => string | null) {
	const member = tx.select().from(memberships).where(eq(memberships.userId, userId)).get();
	const own = tx
		.select({ id: entries.id, kind: entries.kind, review: reviews })
		.from(reviews)
		.innerJoin(entries, eq(entries.id, reviews.entryId))
		.where(eq(reviews.reviewerId, userId))
		.orderBy(asc(reviews.entryId))
		.all();
	const declared = tx
		.select({ id: entries.id, kind: entries.kind, state: conflicts.state, when: conflicts.at })
		.from(conflicts)
		.innerJoin(entries, eq(entries.id, conflicts.entryId))
		.where(and(eq(conflicts.reviewerId, userId), eq(conflicts.state, "declared")))
		.orderBy(asc(conflicts.entryId))
		.all();
	const comments = tx
		.select({ id: entries.id, kind: entries.kind, text: reviewComments.text, when: reviewComments.at })
		.from(reviewComments)
		.innerJoin(entries, eq(entries.id, reviewComments.entryId))
		.where(eq(reviewComments.authorId, userId))
		.orderBy(asc(reviewComments.id))
		.all();
	return {
		reviewsFor: { tracks: member?.tracks ?? [], calls: member?.calls ?? [] },
		reviews: own.map(({ review, ...entry }) => ({
			entry: spotId(entry),
			state: review.state,
			marks: review.marks,
			recommendation: review.recommendation,
			committeeNote: review.committeeNote,
			authorNote: review.authorNote,
			saved: at(review.at),
		})),
		comments: comments.map(({ text, when, ...entry }) => ({ entry: spotId(entry), text, at: at(when) })),
		conflicts: declared.map(({ state, when, ...entry }) => ({ entry: spotId(entry), state, at: at(when) })),
	};
}
