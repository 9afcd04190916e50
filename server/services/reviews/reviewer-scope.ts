import { and, asc, eq, inArray, isNotNull, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import { ACTIVE } from "../../../app/lifecycle.ts";
import type { Registry } from "../../../app/programmes/registry.ts";
import { reviewPhase } from "../../../app/reviews/criteria.ts";
import { can, onlyReviews } from "../../../app/roles.ts";
import type { Orm } from "../../../db/client.ts";
import { assignments, conflicts, entries, memberships, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { roleIn, unconfirmed } from "../accounts/accounts.ts";
import { currentEventId } from "../programmes/current-programmes.ts";
import { rulesOfEvent, type StoredRules } from "./rule-rows.ts";

/** Someone who reviews. */
export interface Reviewer {
	id: number;
	/** Folded; "" for none. */
	address: string;
	name: string;
	/** They do nothing else on the team. */
	onlyReviews: boolean;
	/** The tracks and calls they are for; none: all. */
	tracks: readonly string[];
	calls: readonly string[];
}

/**
 * Who reviews, as the database knows them now.
 * @throws AppError FORBIDDEN for someone who was removed since; UNCONFIRMED (`mayReview`)
 */
export function reviewerIn(tx: Orm, id: number): Reviewer {
	const [found] = reviewersWho(tx, eq(users.id, id));
	if (!found) throw new AppError("FORBIDDEN");
	if (!mayReview(found)) throw unconfirmed(found.address);
	return found;
}

/**
 * Whether someone's address is proven, or they see the authors of entries anyway. A reviewer does not see the entries with
 * their own address: one who enters a suspected author's would learn which entry that is.
 */
const mayReview = (one: Found): boolean => one.isConfirmed || !one.onlyReviews;

/** Everyone who may review entries of a call: those who do nothing else first, each group in the order of accounts. */
export function reviewersOf(tx: Orm, category: string): Reviewer[] {
	const team = or(eq(users.isAdmin, true), isNotNull(memberships.userId));
	const may = reviewersWho(tx, team)
		.filter(mayReview)
		.filter(({ calls }) => calls.length === 0 || calls.includes(category));
	return [...may.filter((one) => one.onlyReviews), ...may.filter((one) => !one.onlyReviews)];
}

/** A reviewer, and whether their address is confirmed. */
type Found = Reviewer & { isConfirmed: boolean };

function reviewersWho(tx: Orm, who: SQL | undefined): Found[] {
	const rows = tx
		.select({ user: users, member: memberships })
		.from(users)
		.leftJoin(memberships, eq(memberships.userId, users.id))
		.where(and(who, isNull(users.disabledAt)))
		.orderBy(asc(users.id))
		.all();
	return rows.flatMap(({ user, member }) => {
		const role = roleIn(user, member);
		if (!can(role, "reviews.write")) return [];
		const own = onlyReviews(role);
		const { tracks = [], calls = [] } = (own && member) || {};
		const isConfirmed = user.verifiedAt !== null;
		return { id: user.id, address: user.email ?? "", name: user.name, onlyReviews: own, tracks, calls, isConfirmed };
	});
}

/** Whether a reviewer is for the track of an entry. */
export function isForTrack({ tracks }: Pick<Reviewer, "tracks">, trackId: string | null): boolean {
	return tracks.length === 0 || (trackId !== null && tracks.includes(trackId));
}

/** The rules of the calls that someone is for. */
export function callsOf(tx: Orm, registry: Registry, { calls }: Reviewer): StoredRules[] {
	return rulesOfEvent(tx).filter(
		({ category }) => registry.find(category) !== undefined && (calls.length === 0 || calls.includes(category)),
	);
}

/** Names the entries of a call; all three parts, because they are what the index begins with. */
export type OfCall = Pick<typeof entries.$inferSelect, "eventId" | "kind" | "category">;

/** A call of the current event. */
export const callIn = (tx: Orm, registry: Registry, category: string): OfCall => ({
	eventId: currentEventId(tx),
	kind: registry.programmeOf(category).kind,
	category,
});

export const ofCall = ({ eventId, kind, category }: OfCall) =>
	and(eq(entries.eventId, eventId), eq(entries.kind, kind), eq(entries.category, category));

/** The numbers of entries of a call. Where they are looked for among, SQLite reads them from the index once. */
export const idsIn = (tx: Orm, where: SQL | undefined) => tx.select({ id: entries.id }).from(entries).where(where);

/**
 * The condition that an entry is someone's to review: active, of their calls, not their own; of their tracks, or where the
 * call has assignments, assigned to them. Before the reviews of a call begin, none is.
 * @param isOthers the condition that an entry of a call is not their own
 */
export function theirs(
	tx: Orm,
	registry: Registry,
	reviewer: Reviewer,
	calls: readonly StoredRules[],
	now: number,
	isOthers: (category: string) => SQL | undefined,
): SQL {
	const open = calls.filter((rules) => reviewPhase(rules, now) !== "soon");
	// The same as `isForTrack`.
	const ofTracks = reviewer.tracks.length > 0 ? inArray(entries.trackId, [...reviewer.tracks]) : undefined;
	const ofCalls = open.map(({ category }) =>
		and(
			ofCall(callIn(tx, registry, category)),
			isOthers(category),
			isAnyAssigned(tx, registry, category) ? isAssignedTo(tx, reviewer) : ofTracks,
		),
	);
	return and(inArray(entries.presence, ACTIVE), or(...ofCalls) ?? sql`false`) as SQL;
}

/**
 * An entry is someone's own by their account, and by their address in any of its answers.
 * @param answering entries with their address in answers without a column (`withAddress`), where these are known
 */
export function isNotOwn(
	registry: Registry,
	{ id, address }: Pick<Reviewer, "id" | "address">,
	category: string,
	answering?: readonly number[],
): SQL | undefined {
	// Their own are few and found by indexes, so that the others need not be read.
	const byAccount = sql`select own.id from ${entries} own where own.user_id = ${id}`;
	if (address === "") return notInArray(entries.id, sql`(${byAccount})`);
	const byAddress = sql`select own.id from ${entries} own where own.email_folded = ${address}`;
	return and(
		notInArray(entries.id, sql`(${byAccount} union all ${byAddress})`),
		answering
			? notInArray(entries.id, sql`(select value from json_each(${JSON.stringify(answering)}))`)
			: and(...answersWithAddress(registry, category).map((one) => sql`${one} <> ${address}`)),
	);
}

/** The entries of a call with an address in answers without a column. All of its answers are read. */
export function withAddress(tx: Orm, registry: Registry, category: string, address: string): number[] {
	const answers = answersWithAddress(registry, category);
	if (answers.length === 0 || address === "") return [];
	const found = or(...answers.map((one) => sql`${one} = ${address}`));
	return idsIn(tx, and(ofCall(callIn(tx, registry, category)), found))
		.all()
		.map(({ id }) => id);
}

/** The numbers of the entries that someone has a conflict of interest with, as they or organisers said. */
export const saidConflicts = ({ id }: Pick<Reviewer, "id">) =>
	sql`(select said.entry_id from ${conflicts} said where said.reviewer_id = ${id} and said.state <> 'dismissed')`;

/** The addresses in an entry of a call, of whatever person, folded; "" for none. */
export const addressesOf = (registry: Registry, category: string): SQL<string>[] => [
	sql<string>`${entries.emailFolded}`,
	...answersWithAddress(registry, category),
];

/** Those that have no column of their own. */
export function answersWithAddress(registry: Registry, category: string): SQL<string>[] {
	const names = registry.programmeOf(category).fields.flatMap(({ kind, column, name }) => {
		return kind === "email" && !column ? name : [];
	});
	return names.map((name) => sql<string>`lower(trim(coalesce(${entries.answers} ->> ${`$.${name}`}, '')))`);
}

const isAssignedTo = (tx: Orm, { id }: Reviewer) =>
	inArray(entries.id, tx.select({ id: assignments.entryId }).from(assignments).where(eq(assignments.reviewerId, id)));

/** Whether a call has assignments: also of withdrawn entries, or a withdrawal would show everyone all the others. */
export function isAnyAssigned(tx: Orm, registry: Registry, category: string): boolean {
	const ids = idsIn(tx, ofCall(callIn(tx, registry, category)));
	const found = tx
		.select({ id: assignments.entryId })
		.from(assignments)
		.where(sql`+${assignments.entryId} in ${ids}`)
		.limit(1)
		.get();
	return found !== undefined;
}
