import { nameFor } from "../../../app/programmes/editing.ts";
import { type Criterion, type ReviewRules, reviewPhase } from "../../../app/reviews/criteria.ts";
import type { Orm } from "../../../db/client.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import { endOfDay, startOfDay } from "../programmes/programme-settings.ts";
import type { Runtime } from "../runtime.ts";
import { reviewedCallIn, withConflicts } from "./committee.ts";
import { progressIn } from "./review-progress.ts";
import { criteriaOf, dropRules, hasReviews, keepRules, rulesIn, rulesOfEvent } from "./rule-rows.ts";

/** Rules with dates of the event's zone as `2025-08-18`, or "". */
type GivenRules = Omit<ReviewRules, "opensAt" | "closesAt"> & { opens: string; closes: string };

/** How the entries of each call are reviewed, for organisers. A call without rules is not reviewed. */
export function createReviewRules({
	db,
	event,
	log,
	registry,
	now,
}: Pick<Runtime, "db" | "event" | "log" | "registry" | "now">) {
	/** The call, its rules, and whether there are reviews. @throws AppError NOT_FOUND for a call without a form */
	function open(actor: Actor, category: string) {
		requireCan(actor, "reviews.manage");
		const programme = registry().find(category);
		if (!programme) throw new AppError("NOT_FOUND");
		return { programme, rules: rulesIn(db.orm, category), hasReviews: hasReviews(db.orm, category) };
	}

	/**
	 * The calls of the current event in their order, each with its rules and how far its reviews are: of those that
	 * reviewers are to write, how many they have finished; without entries that the organiser has a conflict of interest with.
	 */
	function calls(actor: Actor) {
		const { id } = requireCan(actor, "reviews.manage");
		return registry().all.map((programme) => {
			const { category } = programme;
			const rules = rulesIn(db.orm, category);
			if (!rules) return { programme, reviewed: undefined };
			const call = reviewedCallIn(db.orm, registry(), category);
			const progress = progressIn(db.orm, call, withConflicts(db.orm, registry(), call, { id }));
			const sum = (count: "finished" | "total") => progress.reduce((all, one) => all + one[count], 0);
			return {
				programme,
				reviewed: { rules, phase: reviewPhase(rules, now()), finished: sum("finished"), total: sum("total") },
			};
		});
	}

	/**
	 * Keeps rules without faults. A criterion that is not among the present ones is new, and gets an id that none of the
	 * call ever had. @param seen revision of the rules that the organiser saw; 0 for none
	 * @returns false, and nothing changes, where someone else has changed them since
	 */
	async function save(actor: Actor, category: string, seen: number, given: GivenRules): Promise<boolean> {
		const { id: user } = requireCan(actor, "reviews.manage");
		open(actor, category);
		const { opens, closes, criteria, ...rest } = given;
		const [opensAt, closesAt] = [startOfDay(opens, event.zone()), endOfDay(closes, event.zone())];
		const saved = await db.write((tx) => {
			if ((rulesIn(tx, category)?.revision ?? 0) !== seen) return false;
			const rules = { ...rest, opensAt, closesAt, criteria: named(tx, category, criteria) };
			keepRules(tx, category, rules, { actorId: user, at: now() });
			return true;
		});
		if (saved) log.info({ event: "review rules changed", call: category, user }, "review rules changed");
		return saved;
	}

	function named(tx: Orm, category: string, given: readonly Criterion[]): Criterion[] {
		const present = new Set(rulesIn(tx, category)?.criteria.map(({ id }) => id));
		const taken = new Set([...criteriaOf(tx, category).values()].flat().map(({ id }) => id));
		return given.map((one) => {
			if (present.delete(one.id)) return one;
			const id = nameFor(one.label.en, (name) => taken.has(name), "criterion");
			taken.add(id);
			return { ...one, id };
		});
	}

	/** Ends the reviews of a call. @returns why it did not */
	async function remove(actor: Actor, category: string, seen: number): Promise<"stale" | "inUse" | undefined> {
		const { id: user } = requireCan(actor, "reviews.manage");
		open(actor, category);
		const refusal = await db.settle((tx) => {
			if ((rulesIn(tx, category)?.revision ?? 0) !== seen) return "stale";
			if (hasReviews(tx, category)) return "inUse";
			dropRules(tx, category);
		});
		if (!refusal) log.info({ event: "review rules removed", call: category, user }, "review rules removed");
		return refusal;
	}

	/** Whether any call of the event is reviewed. */
	const isAny = (): boolean => rulesOfEvent(db.orm).length > 0;

	return { calls, open, save, remove, isAny };
}
