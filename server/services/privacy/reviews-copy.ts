import { and, asc, eq, inArray } from "drizzle-orm";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import type { Orm } from "../../../db/client.ts";
import { conflicts, entries, memberships, reviewComments, reviews } from "../../../db/schema.ts";
import { mapped, readInBatches } from "../limits/batches.ts";

/**
 * What a reviewer's copy of their data has of their reviews, and the conflicts of interest that they declared. Those that
 * organisers set or dismissed follow from the author's organisation and would name it. Authors never get reviews. Reviews
 * and comments are read while they are written.
 * @param at instants as texts
 */
export function reviewsCopy(tx: Orm, userId: number, at: (instant: number) => string | null) {
	const member = tx.select().from(memberships).where(eq(memberships.userId, userId)).get();
	const reviewed = tx
		.select({ id: reviews.id })
		.from(reviews)
		.where(eq(reviews.reviewerId, userId))
		.orderBy(asc(reviews.entryId))
		.all();
	const readReviews = (ids: readonly number[]) =>
		tx
			.select({ id: reviews.id, entry: { id: entries.id, kind: entries.kind }, review: reviews })
			.from(reviews)
			.innerJoin(entries, eq(entries.id, reviews.entryId))
			.where(inArray(reviews.id, [...ids]))
			.all();
	const declared = tx
		.select({ id: entries.id, kind: entries.kind, state: conflicts.state, when: conflicts.at })
		.from(conflicts)
		.innerJoin(entries, eq(entries.id, conflicts.entryId))
		.where(and(eq(conflicts.reviewerId, userId), eq(conflicts.state, "declared")))
		.orderBy(asc(conflicts.entryId))
		.all();
	const written = tx
		.select({ id: reviewComments.id })
		.from(reviewComments)
		.where(eq(reviewComments.authorId, userId))
		.orderBy(asc(reviewComments.id))
		.all();
	const readComments = (ids: readonly number[]) =>
		tx
			.select({ id: reviewComments.id, entry: { id: entries.id, kind: entries.kind }, comment: reviewComments })
			.from(reviewComments)
			.innerJoin(entries, eq(entries.id, reviewComments.entryId))
			.where(inArray(reviewComments.id, [...ids]))
			.all();
	const numbers = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
	return {
		reviewsFor: { tracks: member?.tracks ?? [], calls: member?.calls ?? [] },
		reviews: mapped(readInBatches(numbers(reviewed), readReviews), ({ review, entry }) => ({
			entry: spotId(entry),
			state: review.state,
			marks: review.marks,
			recommendation: review.recommendation,
			committeeNote: review.committeeNote,
			authorNote: review.authorNote,
			saved: at(review.at),
		})),
		comments: mapped(readInBatches(numbers(written), readComments), ({ comment, entry }) => ({
			entry: spotId(entry),
			text: comment.text,
			at: at(comment.at),
		})),
		conflicts: declared.map(({ state, when, ...entry }) => ({ entry: spotId(entry), state, at: at(when) })),
	};
}
