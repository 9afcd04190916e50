import { and, asc, count, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { ACTIVE, presencesThat } from "../../../app/lifecycle.ts";
import type { Registry } from "../../../app/programmes/registry.ts";
import type { Orm } from "../../../db/client.ts";
import { assignments, conflicts, entries, reviews, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import {
	addressesOf,
	answersWithAddress,
	callIn,
	isAnyAssigned,
	isNotOwn,
	type OfCall,
	ofCall,
	type Reviewer,
	reviewersOf,
	saidConflicts,
} from "./reviewer-scope.ts";
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

/** A call, and who reviews it: all that is known without its entries. */
export interface ReviewedCall extends OfCall {
	/** Undefined: the call is not reviewed. */
	rules: StoredRules | undefined;
	reviewers: Reviewer[];
	/** Whether the call has assignments, of whatever entries: without any, its reviewers review all they are for. */
	isAnyAssigned: boolean;
}

/** Entries of a call that are reviewed, and everyone who has to do with them. */
export interface Committee extends ReviewedCall {
	/** By their numbers. */
	entries: ReviewableEntry[];
	/** Of these entries. Some are of people who do not review any more. */
	assignments: { entryId: number; reviewerId: number; name: string; email: string | null }[];
	reviews: Pick<typeof reviews.$inferSelect, "id" | "entryId" | "reviewerId" | "state">[];
	conflicts: Pick<typeof conflicts.$inferSelect, "entryId" | "reviewerId" | "state">[];
}

/** Names a pair. */
export const pairKey = ({ entryId, reviewerId }: { entryId: number; reviewerId: number | null }) =>
	`${entryId} ${reviewerId}`;

/** Entries that are reviewed. */
export const IS_REVIEWED = inArray(entries.presence, ACTIVE);

/** Those, and entries that may be reviewed again. */
export const NOT_ERASED = inArray(
	entries.presence,
	presencesThat(({ decidable }) => decidable),
);

/** @throws AppError NOT_FOUND for a call without a form */
export function reviewedCallIn(tx: Orm, registry: Registry, category: string): ReviewedCall {
	if (!registry.find(category)) throw new AppError("NOT_FOUND");
	return {
		...callIn(tx, registry, category),
		rules: rulesIn(tx, category),
		reviewers: reviewersOf(tx, category),
		isAnyAssigned: isAnyAssigned(tx, registry, category),
	};
}

/**
 * A whole call, or a few of its entries: what is read grows with them, so that only plans ask for all.
 * @param which of its entries @throws AppError NOT_FOUND for a call without a form
 */
export function committeeIn(
	tx: Orm,
	registry: Registry,
	category: string,
	which: SQL | undefined = IS_REVIEWED,
): Committee {
	const call = reviewedCallIn(tx, registry, category);
	const reviewed = and(ofCall(call), which);
	const ofEntry = <Column extends typeof assignments.entryId | typeof reviews.entryId | typeof conflicts.entryId>(
		column: Column,
	) => and(eq(entries.id, column), reviewed);
	return {
		...call,
		entries: entriesIn(tx, reviewed, addressesOf(registry, category)),
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
		// What stands behind the notes of a review is not read: that would load the notes.
		reviews: tx
			.select({ id: reviews.id, entryId: reviews.entryId, reviewerId: reviews.reviewerId, state: reviews.state })
			.from(reviews)
			.innerJoin(entries, ofEntry(reviews.entryId))
			.orderBy(asc(reviews.id))
			.all(),
		conflicts: tx
			.select({ entryId: conflicts.entryId, reviewerId: conflicts.reviewerId, state: conflicts.state })
			.from(conflicts)
			.innerJoin(entries, ofEntry(conflicts.entryId))
			.orderBy(asc(conflicts.entryId), asc(conflicts.reviewerId))
			.all(),
	};
}

/** The condition that an entry is reviewed in a call. */
export const reviewedIn = (call: OfCall) => and(ofCall(call), IS_REVIEWED);

/** Joins an entry of a call by its number, of which the index has the track. */
export const withTrack = (call: OfCall, id: SQLWrapper) =>
	sql`cross join ${entries} indexed by entries_call on ${reviewedIn(call)} and ${entries.id} = ${id}`;

/** How many entries of a call are reviewed. */
export const countReviewed = (tx: Orm, call: OfCall): number =>
	tx.select({ n: count() }).from(entries).where(reviewedIn(call)).get()?.n ?? 0;

/** The condition that someone may know who reviews an entry: it is not their own, and they have no conflict of interest with it. */
export const mayKnow = (registry: Registry, person: Pick<Reviewer, "id" | "address">, category: string) =>
	and(isNotOwn(registry, person, category), sql`${entries.id} not in ${saidConflicts(person)}`);

/**
 * Begins a statement about a whole call, which reads no rows of its entries: `active` are those that are reviewed, `reviewed`
 * these without the ones whose reviewers the reader must not know; `own` says which are a reviewer's own.
 */
export function withConflicts(tx: Orm, registry: Registry, call: ReviewedCall, reader: Pick<Reviewer, "id">): SQL {
	const own = JSON.stringify(ownIn(tx, registry, call));
	return sql`with active as materialized (
			select ${entries.id} as id from ${entries} where ${reviewedIn(call)}
		), own (entry_id, reviewer_id) as materialized (
			select value ->> 0, value ->> 1 from json_each(${own})
		), reviewed as materialized (
			select id from active
			where id not in (select entry_id from own where reviewer_id = ${reader.id}) and id not in ${saidConflicts(reader)}
		)`;
}

export type Begun = ReturnType<typeof withConflicts>;

/** The pairs of a reviewed entry and a reviewer whose own it is, by account or address. */
function ownIn(tx: Orm, registry: Registry, call: ReviewedCall): [entryId: number, reviewerId: number][] {
	const people = JSON.stringify(call.reviewers.map(({ id, address }) => [id, address]));
	// The plus makes SQLite look for the few entries of a person first.
	const isActive = sql`+${entries.id} in (select ${entries.id} from ${entries} where ${reviewedIn(call)})`;
	const byAnswers = answersWithAddress(registry, call.category).map(
		(
			address,
		) => sql`union select ${entries.id}, ${users.id} from ${entries} cross join ${users} on ${users.email} = ${address}
			where ${reviewedIn(call)} and ${users.id} in (select id from people)`,
	);
	return tx.values(sql`
		with people (id, address) as materialized (select value ->> 0, value ->> 1 from json_each(${people}))
		select ${entries.id}, people.id from people cross join ${entries} on ${entries.userId} = people.id where ${isActive}
		union select ${entries.id}, people.id from people cross join ${entries} on ${entries.emailFolded} = people.address
			where people.address <> '' and ${isActive}
		${sql.join(byAnswers, sql` `)}`);
}

/** In such a statement: whether an entry is a reviewer's own. Asked first of all, because hardly any is anybody's. */
export const isOwn = (entry: SQLWrapper, reviewer: SQLWrapper) =>
	sql`(${entry} in (select entry_id from own)
		and exists (select 1 from own where own.entry_id = ${entry} and own.reviewer_id = ${reviewer}))`;

/** The same for organisers and reviewers who said so. */
const isSaid = (entry: SQLWrapper, reviewer: SQLWrapper) =>
	sql`exists (select 1 from ${conflicts} said
		where said.entry_id = ${entry} and said.reviewer_id = ${reviewer} and said.state <> 'dismissed')`;

/** In such a statement: whether a reviewer has a conflict of interest with an entry. */
export const isBarred = (entry: SQLWrapper, reviewer: SQLWrapper) =>
	sql`(${isSaid(entry, reviewer)} or ${isOwn(entry, reviewer)})`;

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
