import { and, asc, eq, inArray, isNull, ne, not, or, sql } from "drizzle-orm";
import { ACTIVE } from "../../../app/lifecycle.ts";
import type { Registry } from "../../../app/programmes/registry.ts";
import type { HiddenEntries } from "../../../app/reviews/conflicts.ts";
import type { Orm } from "../../../db/client.ts";
import { conflicts, entries, reviews, users } from "../../../db/schema.ts";
import { trackOf } from "../decisions/track-places.ts";
import { isReadEdit, versionOf } from "./entry-version.ts";
import { addressesOf, isNotOwn, type OfCall, ofCall, type Reviewer } from "./reviewer-scope.ts";
import { criteriaOf, earlierVersions, rulesIn } from "./rule-rows.ts";

/** The conflict of interest of a review's reviewer, if any: such a review does not count. */
const conflictOfReview = and(
	eq(conflicts.entryId, reviews.entryId),
	eq(conflicts.reviewerId, reviews.reviewerId),
	ne(conflicts.state, "dismissed"),
);

/** Whether a review is by someone whose entry it is, by their account or an address: such a review does not count either. */
function isOfOwn(registry: Registry, category: string) {
	const addresses = addressesOf(registry, category).map((one) => sql`${one} = ${users.email}`);
	return sql<number>`coalesce(${or(eq(entries.userId, reviews.reviewerId), ...addresses)}, 0)`;
}

/** Active entries of a call, each in the version that its reviewers read. */
export function reviewedEntries(tx: Orm, registry: Registry, call: OfCall) {
	const isRead = isReadEdit(registry.programmeOf(call.category), rulesIn(tx, call.category)?.blind ?? true);
	return tx
		.select({
			id: entries.id,
			kind: entries.kind,
			title: entries.title,
			trackId: trackOf,
			status: entries.status,
			version: sql<number>`coalesce((select max(entry_log.id) from entry_log where entry_log.entry_id = entries.id and ${isRead}), 0)`,
		})
		.from(entries)
		.where(and(ofCall(call), inArray(entries.presence, ACTIVE)))
		.orderBy(asc(entries.id))
		.all();
}

export type ReviewedEntry = ReturnType<typeof reviewedEntries>[number];

/** The reviews of these entries that count: done, and by people without a conflict of interest. */
export function countedReviews(tx: Orm, registry: Registry, call: OfCall) {
	const counts = and(isNull(conflicts.entryId), not(isOfOwn(registry, call.category)));
	return tx
		.select({
			entryId: reviews.entryId,
			/** Of reviewers who are gone nothing is known: each review counts as one of someone else. */
			reviewer: sql<string>`coalesce(${reviews.reviewerId}, 'gone ' || ${reviews.id})`,
			marks: reviews.marks,
			recommendation: reviews.recommendation,
			rulesVersion: reviews.rulesVersion,
			entryVersion: reviews.entryVersion,
		})
		.from(reviews)
		.innerJoin(entries, eq(entries.id, reviews.entryId))
		.leftJoin(users, eq(users.id, reviews.reviewerId))
		.leftJoin(conflicts, conflictOfReview)
		.where(and(ofCall(call), inArray(entries.presence, ACTIVE), eq(reviews.state, "done"), counts))
		.orderBy(asc(reviews.id))
		.all();
}

/** Every review of an entry, whoever made it and however far it is, with the criteria that it was made under. */
export function reviewsOf(tx: Orm, registry: Registry, { id, category }: { id: number; category: string }) {
	const found = tx
		.select({
			review: reviews,
			name: users.name,
			address: users.email,
			hasConflict: sql<number>`${conflicts.entryId} is not null or ${isOfOwn(registry, category)}`,
		})
		.from(reviews)
		.innerJoin(entries, eq(entries.id, reviews.entryId))
		.leftJoin(users, eq(users.id, reviews.reviewerId))
		.leftJoin(conflicts, conflictOfReview)
		.where(eq(reviews.entryId, id))
		.orderBy(asc(reviews.id))
		.all();
	if (found.length === 0) return [];
	const [versions, rules] = [criteriaOf(tx, category), rulesIn(tx, category)];
	const edits = isReadEdit(registry.programmeOf(category), rules?.blind ?? true);
	const version = versionOf(tx, id, { edits });
	const outdated = rules ? earlierVersions(tx, rules) : [];
	return found.map(({ review, hasConflict, name, address }) => ({
		...review,
		/** "" once the account is gone. */
		by: name || address || "",
		criteria: versions.get(review.rulesVersion) ?? [],
		hasConflict: hasConflict === 1,
		isBeforeEdit: review.entryVersion < version,
		isEarlier: outdated.includes(review.rulesVersion),
	}));
}

/**
 * The entries of a call whose reviews and results someone must not see: their own, and those they have a conflict of
 * interest with.
 */
export function hiddenFrom(
	tx: Orm,
	registry: Registry,
	person: Pick<Reviewer, "id" | "address">,
	call: OfCall,
): HiddenEntries {
	const isOther = isNotOwn(registry, person, call.category);
	const own = tx
		.select({ id: entries.id })
		.from(entries)
		.where(and(ofCall(call), isOther && not(isOther)))
		.all();
	const declared = tx
		.select({ id: conflicts.entryId, state: conflicts.state })
		.from(conflicts)
		.where(eq(conflicts.reviewerId, person.id))
		.all();
	return new Map([
		...declared.flatMap(({ id, state }) => (state === "dismissed" ? [] : [[id, state] as const])),
		...own.map(({ id }) => [id, "own"] as const),
	]);
}
