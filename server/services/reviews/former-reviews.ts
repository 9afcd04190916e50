import { and, count, desc, eq, inArray, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { ACTIVE } from "../../../app/lifecycle.ts";
import { idFromSpot, spotId } from "../../../app/programmes/spot-ids.ts";
import { reviewPhase } from "../../../app/reviews/criteria.ts";
import { conflicts, entries, reviews } from "../../../db/schema.ts";
import type { Actor } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { conflictOf, marksBefore, type OwnReviews, ofReviewer } from "./own-reviews.ts";
import { OF_LISTED } from "./reviewed-entry.ts";
import { callsOf, isNotOwn } from "./reviewer-scope.ts";

/** Shown by their numbers: more than one person writes for an event. */
const MOST = 1_000;
/** With their notes, of 5,000 characters each. */
const PAGE_SIZE = 20;

/** What someone said of entries that are not theirs to review now. */
export function createFormerReviews(
	{ db, registry, now }: Pick<Runtime, "db" | "registry" | "now">,
	{ scopeOf }: Pick<OwnReviews, "scopeOf">,
) {
	/**
	 * The reviews of one's own of entries that are not theirs to review, such as after organisers removed them or while the
	 * reviews of a call do not begin yet. Nothing of the entries.
	 */
	function whereFormer(actor: Actor) {
		const { reviewer, mine } = scopeOf(db.orm, actor);
		const calls = callsOf(db.orm, registry(), { ...reviewer, calls: [] });
		const others = calls.map(({ category }) =>
			and(eq(entries.category, category), isNotOwn(registry(), reviewer, category)),
		);
		const rulesOf = (of: string) =>
			calls.filter(({ category }) => category === of).map((rules) => ({ rules, phase: reviewPhase(rules, now()) }));
		const where =
			others.length === 0
				? sql`false`
				: and(inArray(entries.presence, ACTIVE), isNull(conflicts.entryId), not(mine), or(...others));
		return { reviewer, rulesOf, where };
	}

	/** Which they are, the latest first. */
	function former(actor: Actor) {
		const { reviewer, rulesOf, where } = whereFormer(actor);
		const rows = db.orm
			.select({ entry: OF_LISTED, state: reviews.state })
			.from(entries)
			.innerJoin(reviews, ofReviewer(reviewer))
			.leftJoin(conflicts, conflictOf(reviewer))
			.where(where)
			.orderBy(desc(reviews.at), desc(entries.id))
			.limit(MOST)
			.all();
		return rows.flatMap(({ entry, state }) =>
			rulesOf(entry.category).map((about) => ({ spot: spotId(entry), state, ...about })),
		);
	}

	/** A page of them with what was said, and how many pages there are. */
	function formerPage(actor: Actor, page: number, which?: SQL) {
		const { reviewer, rulesOf, where } = whereFormer(actor);
		const wanted = and(which, where);
		const total =
			db.orm
				.select({ n: count() })
				.from(entries)
				.innerJoin(reviews, ofReviewer(reviewer))
				.leftJoin(conflicts, conflictOf(reviewer))
				.where(wanted)
				.get()?.n ?? 0;
		const rows = db.orm
			.select({ entry: OF_LISTED, review: reviews })
			.from(entries)
			.innerJoin(reviews, ofReviewer(reviewer))
			.leftJoin(conflicts, conflictOf(reviewer))
			.where(wanted)
			.orderBy(desc(reviews.at), desc(entries.id))
			.limit(PAGE_SIZE)
			.offset((page - 1) * PAGE_SIZE)
			.all();
		const found = rows.flatMap(({ entry, review }) =>
			rulesOf(entry.category).map((about) => ({ spot: spotId(entry), review, ...about })),
		);
		return { reviews: found, pages: Math.ceil(total / PAGE_SIZE) };
	}

	/** One of them, with its marks as `open` has them; undefined where there is none. */
	function formerOf(actor: Actor, spot: string) {
		const found = formerPage(actor, 1, eq(entries.id, idFromSpot(spot))).reviews.find((one) => one.spot === spot);
		return found && { ...found, marks: marksBefore(db.orm, found.review, found.rules.category) };
	}

	return { former, formerPage: (actor: Actor, page: number) => formerPage(actor, page), formerOf };
}
