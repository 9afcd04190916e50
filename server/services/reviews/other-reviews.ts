import type { Registry } from "../../../app/programmes/registry.ts";
import { reviewPhase } from "../../../app/reviews/criteria.ts";
import type { Orm } from "../../../db/client.ts";
import type { Actor } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import type { OwnReview, OwnReviews } from "./own-reviews.ts";
import { reviewsOf } from "./result-rows.ts";
import type { Results } from "./results.ts";
import { isDone } from "./review-progress.ts";
import type { Score } from "./scores.ts";

/** What reviewers learn of the reviews of others, by the rules of each call. */
export function createOtherReviews(
	{ db, now, registry }: Pick<Runtime, "db" | "now" | "registry">,
	{ findReviewed, scoreOf }: { findReviewed: OwnReviews["find"]; scoreOf: Results["scoreOf"] },
) {
	/**
	 * The reviews of an entry that others are done with, without their notes for the author; `score` where the call shows its
	 * results. "waits" until one's own is done or reviewing has ended, if the call hides them until then; undefined with a
	 * conflict of interest.
	 * @throws AppError NOT_FOUND for an entry that is not theirs
	 */
	function others(
		actor: Actor,
		spot: string,
	): { reviews: OtherReview[]; score: Score | undefined } | "waits" | undefined {
		const own = findReviewed(db.orm, actor, spot);
		if (own.conflict) return;
		const canBeDone = reviewPhase(own.rules, now()) !== "closed";
		if (own.rules.hidden && canBeDone && !isDone(own.state)) return "waits";
		return {
			reviews: doneByOthers(db.orm, registry(), own),
			score: own.rules.results ? scoreOf(own.row) : undefined,
		};
	}

	return { others };
}

export type OtherReview = Omit<ReturnType<typeof reviewsOf>[number], "authorNote">;

/** Those of people with a conflict of interest do not count. */
function doneByOthers(tx: Orm, registry: Registry, { row, review }: OwnReview): OtherReview[] {
	return reviewsOf(tx, registry, row)
		.filter(({ id, state, hasConflict }) => id !== review?.id && isDone(state) && !hasConflict)
		.map(({ authorNote: _, ...said }) => said);
}
