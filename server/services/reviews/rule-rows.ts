import { and, asc, eq, sql } from "drizzle-orm";
import { type Criterion, meansTheSame, type ReviewRules, sameRules } from "../../../app/reviews/criteria.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, programmes, reviewCriteria, reviewRules, reviews } from "../../../db/schema.ts";
import { ofCurrentEvent } from "../programmes/current-programmes.ts";
import { newRevision } from "../revisions.ts";

/** Rules as they are stored. */
export interface StoredRules extends ReviewRules {
	category: string;
	/** Of the criteria. */
	version: number;
	/** Names their state, for a form that relies on it. */
	revision: number;
}

/** Who changes rules, and when. Null: the operator. */
interface By {
	actorId: number | null;
	at: number;
}

const rulesOf = (tx: Orm) =>
	tx
		.select({ rules: reviewRules, criteria: reviewCriteria.criteria })
		.from(reviewRules)
		.innerJoin(
			reviewCriteria,
			and(eq(reviewCriteria.category, reviewRules.category), eq(reviewCriteria.version, reviewRules.version)),
		);

/** The rules of a call; undefined where its entries are not reviewed. */
export function rulesIn(tx: Orm, category: string): StoredRules | undefined {
	const row = rulesOf(tx).where(eq(reviewRules.category, category)).get();
	return row && { ...row.rules, criteria: row.criteria };
}

/** Those of the calls of the current event, in the order of the calls. */
export function rulesOfEvent(tx: Orm): StoredRules[] {
	return rulesOf(tx)
		.innerJoin(programmes, eq(programmes.category, reviewRules.category))
		.where(and(ofCurrentEvent, eq(programmes.archived, false)))
		.orderBy(asc(programmes.position), asc(programmes.category))
		.all()
		.map(({ rules, criteria }) => ({ ...rules, criteria }));
}

/** Keeps rules. Other criteria become a version of their own: marks stay readable by those they were made under. */
export function keepRules(tx: Orm, category: string, { criteria, ...rules }: ReviewRules, { actorId, at }: By): void {
	const last = tx
		.select({ version: reviewCriteria.version, criteria: reviewCriteria.criteria })
		.from(reviewCriteria)
		.where(eq(reviewCriteria.category, category))
		.orderBy(sql`${reviewCriteria.version} desc`)
		.limit(1)
		.get();
	const isSame = last !== undefined && sameRules({ ...rules, criteria }, { ...rules, criteria: last.criteria });
	const version = (last?.version ?? 0) + (isSame ? 0 : 1);
	if (!isSame)
		tx.insert(reviewCriteria)
			.values({ category, version, criteria: [...criteria], at, actorId })
			.run();
	const { opensAt, closesAt, wanted, blind, hidden, results } = rules;
	const set = { opensAt, closesAt, wanted, blind, hidden, results, version, revision: newRevision() };
	tx.insert(reviewRules)
		.values({ category, ...set })
		.onConflictDoUpdate({ target: reviewRules.category, set })
		.run();
}

/** Ends reviews of a call that has none. */
export function dropRules(tx: Orm, category: string): void {
	tx.delete(reviewRules).where(eq(reviewRules.category, category)).run();
	tx.delete(reviewCriteria).where(eq(reviewCriteria.category, category)).run();
}

/** Whether anyone has reviewed an entry of a call. */
export function hasReviews(tx: Orm, category: string): boolean {
	const found = tx
		.select({ id: reviews.id })
		.from(reviews)
		.innerJoin(entries, eq(entries.id, reviews.entryId))
		.where(eq(entries.category, category))
		.limit(1)
		.get();
	return found !== undefined;
}

/** The lists of criteria that a call has had, by their versions. */
export function criteriaOf(tx: Orm, category: string): ReadonlyMap<number, readonly Criterion[]> {
	const rows = tx.select().from(reviewCriteria).where(eq(reviewCriteria.category, category)).all();
	return new Map(rows.map(({ version, criteria }) => [version, criteria]));
}

/** The versions of the criteria of a call under which marks meant something else than they do now. */
export function earlierVersions(tx: Orm, { category, version, criteria }: StoredRules): number[] {
	return [...criteriaOf(tx, category)].flatMap(([one, asked]) =>
		one !== version && !meansTheSame(asked, criteria) ? one : [],
	);
}

/** The versions of the criteria of a call under which marks mean what they mean now, whatever their weight and order. */
export function currentVersions(tx: Orm, rules: StoredRules): number[] {
	const earlier = new Set(earlierVersions(tx, rules));
	return [...criteriaOf(tx, rules.category).keys()].filter((version) => !earlier.has(version));
}
