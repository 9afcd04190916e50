import { and, count, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { ACTIVE } from "../../../app/lifecycle.ts";
import { idFromSpot, spotId } from "../../../app/programmes/spot-ids.ts";
import { reviewPhase } from "../../../app/reviews/criteria.ts";
import { entries, reviews } from "../../../db/schema.ts";
import type { Actor } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { marksBefore, type OwnReviews } from "./own-reviews.ts";
import { OF_LISTED } from "./reviewed-entry.ts";
import { callIn, callsOf, idsIn, ofCall, saidConflicts } from "./reviewer-scope.ts";

/** With their notes, of 5,000 characters each. */
const PAGE_SIZE = 20;

/** What someone said of entries that are not theirs to review now. */
export function createFormerReviews(
	{ db, registry, now }: Pick<Runtime, "db" | "registry" | "now">,
	{ scopeOf }: Pick<OwnReviews, "scopeOf">,
) {
	/**
	 * A page of one's own reviews of entries that are not theirs to review, such as after organisers removed them or while the
	 * reviews of a call do not begin yet: the latest first, and how many pages there are. Nothing of the entries.
	 */
	function formerPage(actor: Actor, page: number, which?: SQL) {
		const { reviewer, mine, isOthers } = scopeOf(db.orm, actor);
		const calls = callsOf(db.orm, registry(), { ...reviewer, calls: [] });
		const others = calls.map(({ category }) => and(ofCall(callIn(db.orm, registry(), category)), isOthers(category)));
		const readable = and(or(...others) ?? sql`false`, inArray(entries.presence, ACTIVE), which);
		// Found by numbers alone, in indexes: of all that somebody reviewed a page is read.
		const former = and(
			eq(reviews.reviewerId, reviewer.id),
			sql`+${reviews.entryId} in ${idsIn(db.orm, readable)}`,
			sql`+${reviews.entryId} not in ${idsIn(db.orm, mine)}`,
			sql`+${reviews.entryId} not in ${saidConflicts(reviewer)}`,
		);
		const total = db.orm.select({ n: count() }).from(reviews).where(former).get()?.n ?? 0;
		const ids = db.orm
			.select({ id: reviews.id })
			.from(reviews)
			.where(former)
			.orderBy(desc(reviews.at), desc(reviews.entryId))
			.limit(PAGE_SIZE)
			.offset((page - 1) * PAGE_SIZE);
		const rows = db.orm
			.select({ entry: OF_LISTED, review: reviews })
			.from(reviews)
			.innerJoin(entries, eq(entries.id, reviews.entryId))
			.where(inArray(reviews.id, ids))
			.orderBy(desc(reviews.at), desc(reviews.entryId))
			.all();
		const found = rows.flatMap(({ entry, review }) =>
			calls
				.filter(({ category }) => category === entry.category)
				.map((rules) => ({ spot: spotId(entry), review, rules, phase: reviewPhase(rules, now()) })),
		);
		return { reviews: found, pages: Math.ceil(total / PAGE_SIZE) };
	}

	/** One of them, with its marks as `open` has them; undefined where there is none. */
	function formerOf(actor: Actor, spot: string) {
		const found = formerPage(actor, 1, eq(entries.id, idFromSpot(spot))).reviews.find((one) => one.spot === spot);
		return found && { ...found, marks: marksBefore(db.orm, found.review, found.rules.category) };
	}

	return { formerPage: (actor: Actor, page: number) => formerPage(actor, page), formerOf };
}
