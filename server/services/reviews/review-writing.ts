import { and, eq } from "drizzle-orm";
import type { Recommendation } from "../../../app/enumerations.ts";
import { type Criterion, marksOf, reviewPhase } from "../../../app/reviews/criteria.ts";
import type { Orm } from "../../../db/client.ts";
import { conflicts, reviews } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import { newRevision } from "../revisions.ts";
import type { Runtime } from "../runtime.ts";
import { versionOf } from "./entry-version.ts";
import type { OwnReviews, ReviewRow } from "./own-reviews.ts";

/** What someone says of an entry. */
export interface GivenReview {
	marks: Readonly<Record<string, number>>;
	recommendation: Recommendation | null;
	committeeNote: string;
	authorNote: string;
}

/** What the form was made with. */
export interface SeenReview {
	/** 0: no review yet. */
	revision: number;
	/** The entry as it was read (`versionOf`), and the criteria. */
	entryVersion: number;
	rulesVersion: number;
}

/** Why a review was not kept: another tab was faster, the rules are others, or the reviews are closed. */
export type ReviewRefusal = "stale" | "rules" | "closed" | "conflict";

/** Marks entries for their reviewers. */
export function createReviewWriting(
	{ db, log, now }: Pick<Runtime, "db" | "log" | "now">,
	{ findReviewed }: { findReviewed: OwnReviews["find"] },
) {
	/**
	 * Keeps a review of one's own. A done one has a mark for each criterion, and a recommendation. Marks of criteria that
	 * are not asked any more stay.
	 * @throws AppError NOT_FOUND for an entry that is not theirs, BAD_REQUEST for a done one that lacks something
	 */
	async function save(
		actor: Actor,
		spot: string,
		seen: SeenReview,
		given: GivenReview,
		state: ReviewRow["state"],
	): Promise<ReviewRefusal | undefined> {
		const { id: reviewerId } = requireCan(actor, "reviews.write");
		const refusal = await db.write((tx): ReviewRefusal | undefined => {
			const { rules, row, review, conflict } = findReviewed(tx, actor, spot);
			if (reviewPhase(rules, now()) !== "open") return "closed";
			if (conflict) return "conflict";
			if (rules.version !== seen.rulesVersion) return "rules";
			const { recommendation, committeeNote, authorNote } = given;
			const marks = { ...withoutAsked(review, rules.criteria), ...marksIn(given, rules.criteria) };
			if (state === "done" && lacks(marks, given, rules.criteria)) throw new AppError("BAD_REQUEST");
			const said = { state, marks, recommendation, committeeNote, authorNote };
			const isRepeated = review !== undefined && isSame(review, said) && review.rulesVersion === rules.version;
			if ((review?.revision ?? 0) !== seen.revision) return isRepeated ? undefined : "stale";
			const set = {
				...said,
				rulesVersion: rules.version,
				entryVersion: versionOf(tx, row.id, { until: seen.entryVersion }),
				revision: newRevision(),
				at: now(),
			};
			tx.insert(reviews)
				.values({ entryId: row.id, reviewerId, ...set })
				.onConflictDoUpdate({ target: [reviews.entryId, reviews.reviewerId], set })
				.run();
		});
		if (!refusal) log.info({ event: "review saved", entry: spot, state, user: reviewerId }, "a review was saved");
		return refusal;
	}

	/**
	 * Declares a conflict of interest, or takes one's own declaration back; repeating either changes nothing. One that was
	 * found stays: organisers decide about it. @throws AppError NOT_FOUND for an entry that is not theirs
	 */
	async function setConflict(actor: Actor, spot: string, isThere: boolean): Promise<void> {
		const { id: reviewerId } = requireCan(actor, "reviews.write");
		await db.write((tx) => {
			const { row } = findReviewed(tx, actor, spot);
			if (isThere) declare(tx, row.id, reviewerId);
			else takeBack(tx, row.id, reviewerId);
		});
		const event = isThere ? "conflict declared" : "conflict taken back";
		log.info({ event, entry: spot, user: reviewerId }, event);
	}

	function declare(tx: Orm, entryId: number, reviewerId: number): void {
		const set = { state: "declared", at: now(), actorId: reviewerId } as const;
		tx.insert(conflicts)
			.values({ entryId, reviewerId, ...set })
			.onConflictDoUpdate({
				target: [conflicts.entryId, conflicts.reviewerId],
				set,
				setWhere: eq(conflicts.state, "dismissed"),
			})
			.run();
	}

	function takeBack(tx: Orm, entryId: number, reviewerId: number): void {
		tx.delete(conflicts)
			.where(
				and(
					eq(conflicts.entryId, entryId),
					eq(conflicts.reviewerId, reviewerId),
					eq(conflicts.state, "declared"),
					eq(conflicts.actorId, reviewerId),
				),
			)
			.run();
	}

	return { save, setConflict };
}

/** Marks that were given under earlier rules, for criteria that these do not have. */
function withoutAsked(review: ReviewRow | undefined, criteria: readonly Criterion[]): Record<string, number> {
	const asked = new Set(criteria.map(({ id }) => id));
	return Object.fromEntries(Object.entries(review?.marks ?? {}).filter(([id]) => !asked.has(id)));
}

/** The marks that the scales of criteria have. */
function marksIn({ marks }: Pick<GivenReview, "marks">, criteria: readonly Criterion[]): Record<string, number> {
	return Object.fromEntries(
		criteria.flatMap(({ id, scale }) => {
			const mark = marks[id];
			return mark !== undefined && marksOf(scale).includes(mark) ? [[id, mark]] : [];
		}),
	);
}

const lacks = (
	marks: Readonly<Record<string, number>>,
	{ recommendation }: Pick<GivenReview, "recommendation">,
	criteria: readonly Criterion[],
) => recommendation === null || criteria.some(({ id }) => marks[id] === undefined);

const isSame = (one: GivenReview & Pick<ReviewRow, "state">, other: GivenReview & Pick<ReviewRow, "state">) =>
	one.state === other.state &&
	one.recommendation === other.recommendation &&
	one.committeeNote === other.committeeNote &&
	one.authorNote === other.authorNote &&
	JSON.stringify(Object.entries(one.marks).sort()) === JSON.stringify(Object.entries(other.marks).sort());
