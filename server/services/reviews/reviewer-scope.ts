import { and, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { ACTIVE } from "../../../app/lifecycle.ts";
import type { Registry } from "../../../app/programmes/registry.ts";
import { reviewPhase } from "../../../app/reviews/criteria.ts";
import { can, onlyReviews } from "../../../app/roles.ts";
import type { Orm } from "../../../db/client.ts";
import { assignments, entries, memberships, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { roleIn } from "../accounts/accounts.ts";
import { rulesOfEvent, type StoredRules } from "./rule-rows.ts";

/** Someone who reviews. */
export interface Reviewer {
	id: number;
	/** Folded; "" for none. */
	address: string;
	/** The tracks and calls they are for; none: all. */
	tracks: readonly string[];
	calls: readonly string[];
}

/** Who reviews, as the database knows them now. @throws AppError FORBIDDEN for someone who was removed since */
export function reviewerIn(tx: Orm, id: number): Reviewer {
	const row = tx
		.select({ user: users, member: memberships })
		.from(users)
		.leftJoin(memberships, eq(memberships.userId, users.id))
		.where(and(eq(users.id, id), isNull(users.disabledAt)))
		.get();
	const role = row && roleIn(row.user, row.member);
	if (!can(role, "reviews.write")) throw new AppError("FORBIDDEN");
	const { tracks = [], calls = [] } = (onlyReviews(role) && row?.member) || {};
	return { id, address: row?.user.email ?? "", tracks, calls };
}

/** The rules of the calls that someone is for. */
export function callsOf(tx: Orm, registry: Registry, { calls }: Reviewer): StoredRules[] {
	return rulesOfEvent(tx).filter(
		({ category }) => registry.find(category) !== undefined && (calls.length === 0 || calls.includes(category)),
	);
}

/**
 * The condition that an entry is someone's to review: active, of their calls and tracks, not their own, and assigned to
 * them where the call has assignments. Before the reviews of a call begin, none is.
 */
export function theirs(
	tx: Orm,
	registry: Registry,
	reviewer: Reviewer,
	calls: readonly StoredRules[],
	now: number,
): SQL {
	const open = calls.filter((rules) => reviewPhase(rules, now) !== "soon");
	const ofCalls = open.map(({ category }) =>
		and(
			eq(entries.category, category),
			isNotOwn(registry, reviewer, category),
			isAnyAssigned(tx, category) ? isAssignedTo(tx, reviewer) : undefined,
		),
	);
	const ofTracks = reviewer.tracks.length > 0 ? inArray(entries.trackId, [...reviewer.tracks]) : undefined;
	return and(inArray(entries.presence, ACTIVE), ofTracks, or(...ofCalls) ?? sql`false`) as SQL;
}

/** An entry is someone's own by their account, and by their address in any of its answers. */
export function isNotOwn(
	registry: Registry,
	{ id, address }: Pick<Reviewer, "id" | "address">,
	category: string,
): SQL | undefined {
	const others = or(isNull(entries.userId), ne(entries.userId, id));
	if (address === "") return others;
	const names = registry.programmeOf(category).fields.flatMap(({ kind, column, name }) => {
		return kind === "email" && !column ? name : [];
	});
	const inAnswers = names.map(
		(name) => sql`lower(trim(coalesce(${entries.answers} ->> ${`$.${name}`}, ''))) <> ${address}`,
	);
	return and(others, ne(entries.emailFolded, address), ...inAnswers);
}

const isAssignedTo = (tx: Orm, { id }: Reviewer) =>
	inArray(entries.id, tx.select({ id: assignments.entryId }).from(assignments).where(eq(assignments.reviewerId, id)));

function isAnyAssigned(tx: Orm, category: string): boolean {
	const found = tx
		.select({ id: assignments.entryId })
		.from(assignments)
		.innerJoin(entries, eq(entries.id, assignments.entryId))
		.where(eq(entries.category, category))
		.limit(1)
		.get();
	return found !== undefined;
}
