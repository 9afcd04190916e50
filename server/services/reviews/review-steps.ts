import { and, asc, count, desc, eq, gt, inArray, lt, ne, type SQL } from "drizzle-orm";
import { idFromSpot, spotId } from "../../../app/programmes/spot-ids.ts";
import { reviewPhase } from "../../../app/reviews/criteria.ts";
import { PACE_OF, paceOf } from "../../../app/reviews/pace.ts";
import { conflicts, entries, reviews } from "../../../db/schema.ts";
import type { Actor } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { conflictOf, type OwnReviews, ofReviewer, stateOf, UNFINISHED } from "./own-reviews.ts";

const isWaiting = inArray(stateOf, [...UNFINISHED]);

/** From one entry to the next, and how far a reviewer is. */
export function createReviewSteps({ db, now }: Pick<Runtime, "db" | "now">, { scopeOf }: Pick<OwnReviews, "scopeOf">) {
	/** The same scope, without the calls whose reviews are closed. */
	function openScopeOf(actor: Actor) {
		const { reviewer, calls, mine, theirsOf } = scopeOf(db.orm, actor);
		const open = calls.filter((rules) => reviewPhase(rules, now()) === "open");
		return { reviewer, mine, writable: theirsOf(open) };
	}

	function first(condition: SQL | undefined, order: SQL, { reviewer }: ReturnType<typeof openScopeOf>) {
		const found = db.orm
			.select({ id: entries.id, kind: entries.kind })
			.from(entries)
			.leftJoin(reviews, ofReviewer(reviewer))
			.leftJoin(conflicts, conflictOf(reviewer))
			.where(condition)
			.orderBy(order)
			.limit(1)
			.get();
		return found && spotId(found);
	}

	/**
	 * The entries of a reviewer before and after one, in the order of their lists. `waiting`: the next that they have not
	 * dealt with and still can, or else the first; undefined for none.
	 */
	function stepsFrom(actor: Actor, spot: string) {
		const scope = openScopeOf(actor);
		const id = idFromSpot(spot);
		const after = gt(entries.id, id);
		const waits = and(scope.writable, ne(entries.id, id), isWaiting);
		return {
			previous: first(and(scope.mine, lt(entries.id, id)), desc(entries.id), scope),
			next: first(and(scope.mine, after), asc(entries.id), scope),
			waiting: first(and(waits, after), asc(entries.id), scope) ?? first(waits, asc(entries.id), scope),
		};
	}

	/** The first entry that a reviewer has not dealt with and still can; undefined for none. */
	function firstWaiting(actor: Actor) {
		const scope = openScopeOf(actor);
		return first(and(scope.writable, isWaiting), asc(entries.id), scope);
	}

	/**
	 * How many entries of open calls a reviewer has, and how many of them they have dealt with. `paceMs`: how long they take
	 * for one, in milliseconds; undefined while too little is known.
	 */
	function progress(actor: Actor) {
		const { reviewer, writable } = openScopeOf(actor);
		const counts = db.orm
			.select({ state: stateOf, n: count() })
			.from(entries)
			.leftJoin(reviews, ofReviewer(reviewer))
			.leftJoin(conflicts, conflictOf(reviewer))
			.where(writable)
			.groupBy(stateOf)
			.all();
		const sum = (rows: typeof counts) => rows.reduce((total, { n }) => total + n, 0);
		const left = sum(counts.filter(({ state }) => UNFINISHED.includes(state)));
		const ended = db.orm
			.select({ at: reviews.at })
			.from(reviews)
			.where(and(eq(reviews.reviewerId, reviewer.id), ne(reviews.state, "open")))
			.orderBy(desc(reviews.at))
			.limit(PACE_OF)
			.all();
		const total = sum(counts);
		return { total, left, done: total - left, paceMs: paceOf(ended.map(({ at }) => at)) };
	}

	return { stepsFrom, firstWaiting, progress };
}
