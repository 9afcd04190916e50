import { and, eq, inArray, isNull, not, or } from "drizzle-orm";
import { ACTIVE } from "../../../app/lifecycle.ts";
import { idFromSpot, spotId } from "../../../app/programmes/spot-ids.ts";
import { conflicts, entries, reviews } from "../../../db/schema.ts";
import type { Actor } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { conflictOf, marksBefore, type OwnReviews, ofReviewer } from "./own-reviews.ts";
import { OF_LISTED } from "./reviewed-entry.ts";
import { isNotOwn } from "./reviewer-scope.ts";

/** What someone said of entries that they do not review any more. */
export function createFormerReviews(
	{ db, registry }: Pick<Runtime, "db" | "registry">,
	{ scopeOf }: Pick<OwnReviews, "scopeOf">,
) {
	/**
	 * A review of one's own of an entry that is not theirs to review any more, such as after organisers removed them, with
	 * its marks as `open` has them. Nothing of the entry; undefined where there is none.
	 */
	function former(actor: Actor, spot: string) {
		const { reviewer, calls, mine } = scopeOf(db.orm, actor);
		const found = db.orm
			.select({ entry: OF_LISTED, review: reviews })
			.from(entries)
			.innerJoin(reviews, ofReviewer(reviewer))
			.leftJoin(conflicts, conflictOf(reviewer))
			.where(
				and(
					eq(entries.id, idFromSpot(spot)),
					inArray(entries.presence, ACTIVE),
					isNull(conflicts.entryId),
					not(mine),
					or(
						...calls.map(({ category }) =>
							and(eq(entries.category, category), isNotOwn(registry(), reviewer, category)),
						),
					),
				),
			)
			.get();
		if (!found || spotId(found.entry) !== spot || calls.length === 0) return;
		return { review: found.review, marks: marksBefore(db.orm, found.review, found.entry.category) };
	}

	return { former };
}
