import type { HiddenEntries } from "../../../app/reviews/conflicts.ts";
import type { Orm } from "../../../db/client.ts";
import { assignments } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { assignByPanel, begunIn, type PlanBasis, type PlanRequest, planBasis } from "./assignment-plan.ts";
import { createAssignmentThread, MOST_ENTRIES, MOST_REVIEWERS, MOST_WANTED } from "./assignment-thread.ts";
import type { AssignedPair, AssignmentInput, BalancedAssignment } from "./balanced-assignment.ts";
import { type Committee, committeeIn, NOT_ERASED, pairKey } from "./committee.ts";

/** Plans that are remembered until they are applied. */
const MOST_REMEMBERED = 4;
/** Rows of one statement. */
const CHUNK = 500;

/** A plan as it is shown, or why there is none. `seen` approves it. */
export type Plan =
	| {
			ok: true;
			committee: Committee;
			/** Both without the entries that are hidden. */
			assignment: BalancedAssignment;
			begun: readonly AssignedPair[];
			/** Entries that are planned, too, but whose reviewers the organiser is not told. */
			hidden: HiddenEntries;
			seen: string;
	  }
	| { ok: false; committee: Committee; problem: "too-many" | "too-slow" };

/** `ofHidden`: what is added for hidden entries. */
interface WholeAssignment {
	assignment: BalancedAssignment;
	ofHidden: readonly AssignedPair[];
}

/** Plans who reviews what, and stores a plan that was looked at. */
export function createAssignmentPlanning({
	db,
	config,
	log,
	registry,
	now,
}: Pick<Runtime, "db" | "config" | "log" | "registry" | "now">) {
	const calculateApart = createAssignmentThread({ scale: config.rateLimitScale });
	/** By their fingerprints; a calculation may take a minute. `stored`: what was stored of it. */
	const remembered = new Map<
		string,
		WholeAssignment & { stored?: { pairs: readonly AssignedPair[]; count: number } }
	>();

	/** Prepares an assignment and stores nothing. @throws AppError NOT_FOUND for a call that is not reviewed, BUSY */
	async function plan(actor: Actor, category: string, request: PlanRequest): Promise<Plan> {
		const { id } = requireCan(actor, "reviews.manage");
		const committee = committeeIn(db.orm, registry(), category);
		if (!committee.rules) throw new AppError("NOT_FOUND");
		const basis = planBasis(committee, id, request);
		const calculated = await calculate(actor, request, basis);
		if (!calculated.ok) return { ...calculated, committee };
		const { hidden, seen } = basis;
		const begun = basis.begun.filter(({ entryId }) => !hidden.has(entryId));
		return { ok: true, committee, assignment: calculated.assignment, begun, hidden, seen };
	}

	/** Hidden entries come last: what they have must not show in what others get. */
	async function calculate(actor: Actor, { way }: PlanRequest, { input, hidden, seen }: PlanBasis) {
		const known = remembered.get(seen);
		if (known) return { ok: true as const, ...known };
		const calculateNow = (part: AssignmentInput) =>
			way === "panel" ? { ok: true as const, assignment: assignByPanel(part) } : calculateApart(part, actor.network);
		const shown = await calculateNow({
			...input,
			entries: input.entries.filter(({ id }) => !hidden.has(id)),
			existing: input.existing.filter(({ entryId }) => !hidden.has(entryId)),
		});
		if (!shown.ok) return shown;
		const others = input.entries.filter(({ id }) => hidden.has(id));
		const existing = [...input.existing, ...shown.assignment.added];
		const last = others.length > 0 ? await calculateNow({ ...input, entries: others, existing }) : undefined;
		if (last?.ok === false) return last;
		const { assignment } = shown;
		const whole = { assignment, ofHidden: last?.assignment.added ?? [] };
		remembered.set(seen, whole);
		for (const oldest of remembered.keys()) if (remembered.size > MOST_REMEMBERED) remembered.delete(oldest);
		return { ok: true as const, ...whole };
	}

	/**
	 * Stores a plan that was looked at, in one transaction. A second click stores nothing more.
	 * @returns how many assignments are new, without those of hidden entries
	 * @throws AppError CONFLICT where it would be another plan now, and nothing is stored; NOT_FOUND, BUSY
	 */
	async function apply(actor: Actor, category: string, request: PlanRequest, seen: string): Promise<number> {
		const { id: actorId } = requireCan(actor, "reviews.manage");
		const done = remembered.get(seen);
		if (done?.stored && areThere(category, done.stored.pairs)) return done.stored.count;
		const planned = await plan(actor, category, request);
		const whole = remembered.get(seen);
		if (!planned.ok || planned.seen !== seen || !whole) throw new AppError("CONFLICT");
		const pairs = await db.write((tx) => {
			const basis = planBasis(committeeIn(tx, registry(), category), actorId, request);
			if (basis.seen !== seen) throw new AppError("CONFLICT");
			const begun = begunIn(committeeIn(tx, registry(), category, NOT_ERASED));
			const all = [...begun, ...whole.assignment.added, ...whole.ofHidden];
			store(tx, all, request.way, actorId);
			return all;
		});
		const count = planned.begun.length + planned.assignment.added.length;
		remembered.set(seen, { ...whole, stored: { pairs, count } });
		log.info({ event: "assignments made", call: category, way: request.way, count, user: actorId }, "assignments made");
		return count;
	}

	/** Whether all of these assignments of a call are still there. @throws AppError NOT_FOUND */
	function areThere(category: string, pairs: readonly AssignedPair[]): boolean {
		const there = new Set(committeeIn(db.orm, registry(), category, NOT_ERASED).assignments.map(pairKey));
		return pairs.every((pair) => there.has(pairKey(pair)));
	}

	function store(tx: Orm, pairs: readonly AssignedPair[], madeBy: PlanRequest["way"], actorId: number): void {
		for (let from = 0; from < pairs.length; from += CHUNK) {
			const rows = pairs.slice(from, from + CHUNK).map((pair) => ({ ...pair, madeBy, at: now(), actorId }));
			tx.insert(assignments).values(rows).onConflictDoNothing().run();
		}
	}

	return { plan, apply, limits: { entries: MOST_ENTRIES, reviewers: MOST_REVIEWERS, wanted: MOST_WANTED } };
}
