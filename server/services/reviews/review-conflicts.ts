import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import type { ConflictReason } from "../../../app/reviews/conflicts.ts";
import type { Orm } from "../../../db/client.ts";
import { conflicts, entries, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import { grouped } from "../grouped.ts";
import type { Runtime } from "../runtime.ts";
import { committeeIn, IS_REVIEWED, isOwn, type ReviewedCall, reviewedCallIn, withConflicts } from "./committee.ts";
import { domainOf, inConflictOf } from "./conflict-reasons.ts";
import { organisationIn } from "./organisations.ts";
import { addressesOf, type Reviewer } from "./reviewer-scope.ts";

/** A reviewer and an entry, with names. */
interface NamedPair<Reason> {
	entryId: number;
	reviewerId: number;
	spot: string;
	title: string;
	org: string;
	reviewer: string;
	reason: Reason;
	/** When organisers or the reviewer said so, and who; "" for nobody. */
	at: number | undefined;
	by: string;
}

/** Pairs of a list that are shown. So the longest titles and organisations of all lists fit on a page of 1 MB. */
const MOST_SHOWN = 50;

/** Pairs that are decided at once. */
export const MOST_DECIDED = 200;

/**
 * Conflicts of interest between reviewers and entries, for organisers. What is found in one's own account and addresses is
 * not stored, because it is true as long as the entry says so; what organisers or reviewers said is.
 */
export function createReviewConflicts({ db, log, registry, now }: Pick<Runtime, "db" | "log" | "registry" | "now">) {
	/**
	 * The conflicts of a call, those that are likely, and those that organisers dismissed: the first of each, and how many
	 * there are; without entries that the organiser has a conflict of interest with. @throws AppError NOT_FOUND for a call without a form
	 */
	function list(actor: Actor, category: string) {
		const { id } = requireCan(actor, "reviews.manage");
		const tx = db.orm;
		const call = reviewedCallIn(tx, registry(), category);
		const begun = withConflicts(tx, registry(), call, { id });
		const mayTell = sql`(reviewer_id = ${id} or entry_id in (select id from reviewed))`;
		const stored = (which: SQL) =>
			sql`select entry_id, reviewer_id, state as reason, at, actor_id from ${conflicts}
				where ${which} and +entry_id in (select id from active) and ${mayTell}`;
		return {
			rules: call.rules,
			/** One's own entries, which nobody can change. */
			own: firstOf<"own">(
				tx,
				begun,
				sql`select entry_id, reviewer_id, 'own' as reason, null as at, null as actor_id from own where ${mayTell}`,
			),
			standing: firstOf<Exclude<ConflictReason, "own">>(
				tx,
				begun,
				stored(sql`state <> 'dismissed' and not ${isOwn(conflicts.entryId, conflicts.reviewerId)}`),
			),
			suggested: suggested(tx, call, begun),
			dismissed: firstOf<"dismissed">(tx, begun, stored(sql`state = 'dismissed'`)),
		};
	}

	/** The conflicts of interest that organisers should look at: an entry of a reviewer's organisation or mail domain. */
	function suggested(tx: Orm, call: ReviewedCall, begun: SQL) {
		const domains = call.reviewers.map(({ id, address }) => [id, domainOf(address)] as const);
		const organisations = [...organisationsOf(tx, call.reviewers)].flatMap(([id, texts]) =>
			[...texts].map((text) => [id, organisationIn(text)] as const),
		);
		const reasons = [
			...domains.map(([id, domain]) => [id, "domain", domain] as const),
			...asWritten(tx, call, organisations).map(([id, text]) => [id, "organisation", text] as const),
		].filter(([, , text]) => text !== "");
		const ofDomains = addressesOf(registry(), call.category).map(
			(address) => sql`union select id, 'domain', ${domainIn(address)} from reviewed cross join ${entries} using (id)`,
		);
		const found = firstOf<"organisation" | "domain">(
			tx,
			sql`${begun},
				reasons (reviewer_id, reason, text) as materialized (
					select value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(reasons)})
				), texts (entry_id, reason, text) as (
					select id, 'organisation', lower(org) from reviewed cross join ${entries} using (id) ${sql.join(ofDomains, sql` `)}
				)`,
			sql`select entry_id, reviewer_id, max(reason) as reason, null as at, null as actor_id
				from texts join reasons using (reason, text)
				where not ${isOwn(sql`texts.entry_id`, sql`reasons.reviewer_id`)} and not exists (
					select 1 from ${conflicts} said where said.entry_id = texts.entry_id and said.reviewer_id = reasons.reviewer_id
				)
				group by 1, 2`,
		);
		const domainBy = new Map(domains);
		return {
			...found,
			shown: found.shown.map((pair) => ({
				...pair,
				/** The organisation or domain that both have. */
				text: pair.reason === "organisation" ? pair.org : (domainBy.get(pair.reviewerId) ?? ""),
			})),
		};
	}

	/**
	 * Says of pairs of a call that there is a conflict of interest, or none. Saying it again changes nothing: who said it
	 * first stays. Nobody says of themselves that there is none, or decides who reviews an entry that they have a conflict of
	 * interest with.
	 * @throws AppError NOT_FOUND for pairs that are not of this call, FORBIDDEN
	 */
	async function decide(
		actor: Actor,
		category: string,
		pairs: readonly { entryId: number; reviewerId: number }[],
		isConflict: boolean,
	): Promise<void> {
		const { id: actorId } = requireCan(actor, "reviews.manage");
		if (pairs.length > MOST_DECIDED) throw new AppError("BAD_REQUEST");
		if (!isConflict && pairs.some(({ reviewerId }) => reviewerId === actorId)) throw new AppError("FORBIDDEN");
		await db.write((tx) => {
			assertOfCall(tx, category, pairs, actorId);
			for (const { entryId, reviewerId } of pairs) {
				const said = and(eq(conflicts.entryId, entryId), eq(conflicts.reviewerId, reviewerId));
				const state = tx.select({ state: conflicts.state }).from(conflicts).where(said).get()?.state;
				if (state !== undefined && (state !== "dismissed") === isConflict) continue;
				const set = { state: isConflict ? "found" : "dismissed", at: now(), actorId } as const;
				tx.insert(conflicts)
					.values({ entryId, reviewerId, ...set })
					.onConflictDoUpdate({ target: [conflicts.entryId, conflicts.reviewerId], set })
					.run();
			}
		});
		const event = isConflict ? "conflicts confirmed" : "conflicts dismissed";
		log.info({ event, call: category, pairs: pairs.length, user: actorId }, event);
	}

	function assertOfCall(
		tx: Orm,
		category: string,
		pairs: readonly { entryId: number; reviewerId: number }[],
		actorId: number,
	): void {
		const named = inArray(
			entries.id,
			pairs.map(({ entryId }) => entryId),
		);
		const committee = committeeIn(tx, registry(), category, and(IS_REVIEWED, named));
		const hidden = inConflictOf(committee, actorId);
		if (pairs.some(({ entryId, reviewerId }) => hidden.has(entryId) && reviewerId !== actorId))
			throw new AppError("FORBIDDEN");
		const { entries: own, reviewers, conflicts: said } = committee;
		const entryIds = new Set(own.map(({ id }) => id));
		const people = new Set([...reviewers.map(({ id }) => id), ...said.map(({ reviewerId }) => reviewerId)]);
		if (!pairs.every(({ entryId, reviewerId }) => entryIds.has(entryId) && people.has(reviewerId)))
			throw new AppError("NOT_FOUND");
	}

	return { list, decide };
}

/**
 * The first pairs of some, by their numbers, and how many there are.
 * @param begun what the statement begins with @param pairs its pairs, with `reason`, `at` and `actor_id`
 */
function firstOf<Reason extends string>(tx: Orm, begun: SQL, pairs: SQL) {
	type Row = Omit<NamedPair<Reason>, "spot" | "at"> &
		Pick<typeof entries.$inferSelect, "kind"> & { at: number | null; total: number };
	const nameOf = (table: string) => sql.raw(`coalesce(nullif(${table}.name, ''), ${table}.email, '')`);
	const rows = tx.all<Row>(sql`
		${begun}, pairs as materialized (${pairs}),
		some as materialized (select * from pairs order by entry_id, reviewer_id limit ${MOST_SHOWN})
		select some.entry_id as entryId, some.reviewer_id as reviewerId, some.reason, some.at, (select count(*) from pairs) as total,
			entry.kind, entry.title, entry.org, ${nameOf("who")} as reviewer, ${nameOf("decider")} as "by"
		from some cross join ${entries} entry on entry.id = some.entry_id cross join ${users} who on who.id = some.reviewer_id
		left join ${users} decider on decider.id = some.actor_id
		order by 1, 2`);
	return {
		total: rows[0]?.total ?? 0,
		shown: rows.map(
			({ kind, at, total: _, ...pair }): NamedPair<Reason> => ({
				...pair,
				at: at ?? undefined,
				spot: spotId({ kind, id: pair.entryId }),
			}),
		),
	};
}

/** The mail domain in an address, as `domainOf` has it: all after its last "@". */
const domainIn = (address: SQL) => sql`substr(${address}, length(rtrim(${address}, replace(${address}, '@', ''))) + 1)`;

/**
 * The organisations of reviewers as the entries of a kind write them, in lower case: SQLite knows neither the width of
 * characters nor repeated spaces.
 */
function asWritten(
	tx: Orm,
	{ eventId, kind }: ReviewedCall,
	organisations: readonly (readonly [id: number, organisation: string])[],
): [id: number, text: string][] {
	const wanted = organisations.filter(([, organisation]) => organisation !== "");
	if (wanted.length === 0) return [];
	const text = sql<string>`lower(${entries.org})`;
	const texts = tx
		.selectDistinct({ text })
		.from(entries)
		.where(and(eq(entries.eventId, eventId), eq(entries.kind, kind)))
		.all();
	const written = grouped(texts, (one) => organisationIn(one.text));
	return wanted.flatMap(([id, organisation]) =>
		(written.get(organisation) ?? []).map((one): [number, string] => [id, one.text]),
	);
}

/** What reviewers called their organisation in entries of their own, of any call. */
function organisationsOf(tx: Orm, reviewers: readonly Reviewer[]): Map<number, Set<string>> {
	const addresses = new Map(reviewers.flatMap(({ id, address }) => (address ? [[address, id] as const] : [])));
	const ids = new Set(reviewers.map(({ id }) => id));
	const rows = tx
		.selectDistinct({ userId: entries.userId, address: entries.emailFolded, org: entries.org })
		.from(entries)
		.where(or(inArray(entries.userId, [...ids]), inArray(entries.emailFolded, [...addresses.keys()])))
		.all();
	const found = new Map<number, Set<string>>();
	for (const { userId, address, org } of rows)
		for (const id of [userId, addresses.get(address)])
			if (typeof id === "number" && ids.has(id)) found.set(id, (found.get(id) ?? new Set()).add(org));
	return found;
}
