import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { ACTIVE, presencesThat } from "../../../app/lifecycle.ts";
import type { Registry } from "../../../app/programmes/registry.ts";
import type { Orm } from "../../../db/client.ts";
import { assignments, conflicts, entries, reviews, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { addressesOf, isAnyAssigned, type Reviewer, reviewersOf } from "./reviewer-scope.ts";
import { rulesIn, type StoredRules } from "./rule-rows.ts";

/** An entry, as far as it matters who reviews it. */
export interface ReviewableEntry {
	id: number;
	kind: (typeof entries.$inferSelect)["kind"];
	title: string;
	trackId: string | null;
	panelists: readonly string[];
	userId: number | null;
	org: string;
	/** Every address in it, folded. */
	addresses: readonly string[];
}

/** The entries of a call that are reviewed, and everyone who has to do with them. */
export interface Committee {
	/** Undefined: the call is not reviewed. */
	rules: StoredRules | undefined;
	/** By their numbers. */
	entries: ReviewableEntry[];
	reviewers: Reviewer[];
	/** Whether the call has assignments, of whatever entries: without any, its reviewers review all they are for. */
	isAnyAssigned: boolean;
	/** Of these entries. Some are of people who do not review any more. */
	assignments: { entryId: number; reviewerId: number; name: string; email: string | null }[];
	reviews: Pick<
		typeof reviews.$inferSelect,
		"id" | "entryId" | "reviewerId" | "state" | "marks" | "rulesVersion" | "at"
	>[];
	conflicts: (typeof conflicts.$inferSelect)[];
}

/** Names a pair. */
export const pairKey = ({ entryId, reviewerId }: { entryId: number; reviewerId: number | null }) =>
	`${entryId} ${reviewerId}`;

/** Entries that are reviewed. */
const IS_REVIEWED = inArray(entries.presence, ACTIVE);

/** Those, and entries that may be reviewed again. */
export const NOT_ERASED = inArray(
	entries.presence,
	presencesThat(({ decidable }) => decidable),
);

/** @param which of its entries @throws AppError NOT_FOUND for a call without a form */
export function committeeIn(
	tx: Orm,
	registry: Registry,
	category: string,
	which: SQL | undefined = IS_REVIEWED,
): Committee {
	if (!registry.find(category)) throw new AppError("NOT_FOUND");
	const reviewed = and(eq(entries.category, category), which);
	const ofEntry = <Column extends typeof assignments.entryId | typeof reviews.entryId | typeof conflicts.entryId>(
		column: Column,
	) => and(eq(entries.id, column), reviewed);
	return {
		rules: rulesIn(tx, category),
		entries: entriesIn(tx, reviewed, addressesOf(registry, category)),
		reviewers: reviewersOf(tx, category),
		isAnyAssigned: isAnyAssigned(tx, category),
		assignments: tx
			.select({
				entryId: assignments.entryId,
				reviewerId: assignments.reviewerId,
				name: users.name,
				email: users.email,
			})
			.from(assignments)
			.innerJoin(entries, ofEntry(assignments.entryId))
			.innerJoin(users, eq(users.id, assignments.reviewerId))
			.orderBy(asc(assignments.entryId), asc(assignments.reviewerId))
			.all(),
		reviews: tx
			.select({
				id: reviews.id,
				entryId: reviews.entryId,
				reviewerId: reviews.reviewerId,
				state: reviews.state,
				marks: reviews.marks,
				rulesVersion: reviews.rulesVersion,
				at: reviews.at,
			})
			.from(reviews)
			.innerJoin(entries, ofEntry(reviews.entryId))
			.orderBy(asc(reviews.id))
			.all(),
		conflicts: tx
			.select({
				entryId: conflicts.entryId,
				reviewerId: conflicts.reviewerId,
				state: conflicts.state,
				at: conflicts.at,
				actorId: conflicts.actorId,
			})
			.from(conflicts)
			.innerJoin(entries, ofEntry(conflicts.entryId))
			.orderBy(asc(conflicts.entryId), asc(conflicts.reviewerId))
			.all(),
	};
}

function entriesIn(tx: Orm, where: SQL | undefined, addresses: readonly SQL<string>[]): ReviewableEntry[] {
	const { id, kind, title, trackId, panelists, userId, org } = entries;
	const list = sql<string>`json_array(${sql.join([...addresses], sql`, `)})`;
	return tx
		.select({ id, kind, title, trackId, panelists, userId, org, addresses: list })
		.from(entries)
		.where(where)
		.orderBy(asc(id))
		.all()
		.map((row) => ({ ...row, addresses: (JSON.parse(row.addresses) as string[]).filter(Boolean) }));
}
