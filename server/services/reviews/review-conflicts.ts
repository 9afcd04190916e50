import { and, eq, inArray, or } from "drizzle-orm";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import type { Orm } from "../../../db/client.ts";
import { conflicts, entries, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { type Committee, committeeIn, pairKey } from "./committee.ts";
import { conflictsIn, inConflictOf, suggestionsIn } from "./conflict-reasons.ts";

/** A reviewer and an entry, with names. */
interface NamedPair {
	entryId: number;
	reviewerId: number;
	spot: string;
	title: string;
	reviewer: string;
}

/** Pairs of a list that are shown. */
const MOST_SHOWN = 200;

/** Pairs that are decided at once. */
export const MOST_DECIDED = MOST_SHOWN;

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
		const committee = committeeIn(db.orm, registry(), category);
		const hidden = inConflictOf(committee, id);
		const mayTell = ({ entryId, reviewerId }: { entryId: number; reviewerId: number }) =>
			reviewerId === id || !hidden.has(entryId);
		const name = namesIn(db.orm, committee);
		const reasons = conflictsIn(committee);
		const said = new Map(committee.conflicts.map((one) => [pairKey(one), one]));
		const pairs = [...reasons].map(([key, reason]) => {
			const [entryId = 0, reviewerId = 0] = key.split(" ").map(Number);
			const { at, actorId } = (reason !== "own" && said.get(key)) || { at: undefined, actorId: null };
			return { entryId, reviewerId, reason, at, by: actorId === null ? "" : name.person(actorId) };
		});
		const standing = pairs
			.filter((pair) => pair.reason !== "own")
			.sort((one, other) => one.entryId - other.entryId || one.reviewerId - other.reviewerId);
		const dismissed = committee.conflicts
			.filter(({ state }) => state === "dismissed")
			.map(({ entryId, reviewerId, at, actorId }) => ({
				entryId,
				reviewerId,
				at,
				by: actorId === null ? "" : name.person(actorId),
			}));
		return {
			rules: committee.rules,
			/** One's own entries, which nobody can change. */
			own: name.first(pairs.filter((pair) => pair.reason === "own" && mayTell(pair))),
			standing: name.first(standing.filter(mayTell)),
			suggested: name.first(suggestionsIn(committee, organisationsOf(db.orm, committee)).filter(mayTell)),
			dismissed: name.first(dismissed.filter(mayTell)),
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
		const committee = committeeIn(tx, registry(), category);
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

function namesIn(tx: Orm, committee: Committee) {
	const ids = new Set([
		...committee.reviewers.map(({ id }) => id),
		...committee.conflicts.flatMap(({ reviewerId, actorId }) => [reviewerId, actorId ?? reviewerId]),
	]);
	const rows = tx
		.select({ id: users.id, name: users.name, email: users.email })
		.from(users)
		.where(inArray(users.id, [...ids]))
		.all();
	const people = new Map(rows.map(({ id, name, email }) => [id, name || (email ?? "")]));
	const person = (id: number) => people.get(id) ?? "";
	const byId = new Map(committee.entries.map((entry) => [entry.id, entry]));
	return {
		person,
		first: <Pair extends { entryId: number; reviewerId: number }>(pairs: readonly Pair[]) => ({
			total: pairs.length,
			shown: pairs.slice(0, MOST_SHOWN).flatMap((pair): (Pair & NamedPair)[] => {
				const entry = byId.get(pair.entryId);
				return entry ? [{ ...pair, spot: spotId(entry), title: entry.title, reviewer: person(pair.reviewerId) }] : [];
			}),
		}),
	};
}

/** What reviewers called their organisation in entries of their own, of any call. */
function organisationsOf(tx: Orm, { reviewers }: Committee): Map<number, string[]> {
	const addresses = new Map(reviewers.flatMap(({ id, address }) => (address ? [[address, id] as const] : [])));
	const ids = new Set(reviewers.map(({ id }) => id));
	const rows = tx
		.selectDistinct({ userId: entries.userId, address: entries.emailFolded, org: entries.org })
		.from(entries)
		.where(or(inArray(entries.userId, [...ids]), inArray(entries.emailFolded, [...addresses.keys()])))
		.all();
	const found = new Map<number, string[]>();
	for (const { userId, address, org } of rows)
		for (const id of [userId, addresses.get(address)])
			if (typeof id === "number" && ids.has(id)) found.set(id, [...(found.get(id) ?? []), org]);
	return found;
}
