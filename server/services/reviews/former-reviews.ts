import { and, desc, eq, inArray, isNull, not, or, type SQL } from "drizzle-orm";
import { ACTIVE } from "../../../app/lifecycle.ts";
import { idFromSpot, spotId } from "../../../app/programmes/spot-ids.ts";
import { reviewPhase } from "../../../app/reviews/criteria.ts";
import { conflicts, entries, reviews } from "../../../db/schema.ts";
import type { Actor } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { conflictOf, marksBefore, type OwnReviews, ofReviewer } from "./own-reviews.ts";
import { OF_LISTED } from "./reviewed-entry.ts";
import { callsOf, isNotOwn } from "./reviewer-scope.ts";

/** More than one person writes for an event. */
const MOST = 1_000;

/** What someone said of entries that are not theirs to review now. */
export function createFormerReviews(
	{ db, registry, now }: Pick<Runtime, "db" | "registry" | "now">,
	{ scopeOf }: Pick<OwnReviews, "scopeOf">,
) {
	/**
	 * The reviews of one's own of entries that are not theirs to review, such as after organisers removed them or while the
	 * reviews of a call do not begin yet; the latest first. Nothing of the entries.
	 */
	function former(actor: Actor, which?: SQL) {
		const { reviewer, mine } = scopeOf(db.orm, actor);
		const calls = callsOf(db.orm, registry(), { ...reviewer, calls: [] });
		const others = calls.map(({ category }) =>
			and(eq(entries.category, category), isNotOwn(registry(), reviewer, category)),
		);
		if (others.length === 0) return [];
		const rows = db.orm
			.select({ entry: OF_LISTED, review: reviews })
			.from(entries)
			.innerJoin(reviews, ofReviewer(reviewer))
			.leftJoin(conflicts, conflictOf(reviewer))
			.where(and(which, inArray(entries.presence, ACTIVE), isNull(conflicts.entryId), not(mine), or(...others)))
			.orderBy(desc(reviews.at), desc(entries.id))
			.limit(MOST)
			.all();
		return rows.flatMap(({ entry, review }) => {
			const rules = calls.find(({ category }) => category === entry.category);
			return rules ? { spot: spotId(entry), rules, phase: reviewPhase(rules, now()), review } : [];
		});
	}

	/** One of them, with its marks as `open` has them; undefined where there is none. */
	function formerOf(actor: Actor, spot: string) {
		const found = former(actor, eq(entries.id, idFromSpot(spot))).find((one) => one.spot === spot);
		return found && { ...found, marks: marksBefore(db.orm, found.review, found.rules.category) };
	}

	return { former: (actor: Actor) => former(actor), formerOf };
}
