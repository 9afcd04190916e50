import { and, asc, count, eq, ne, sql } from "drizzle-orm";
import type { Locale } from "../../../app/programmes/define.ts";
import { idFromSpot, spotId } from "../../../app/programmes/spot-ids.ts";
import { reviewPhase } from "../../../app/reviews/criteria.ts";
import type { Orm } from "../../../db/client.ts";
import { conflicts, entries, reviews } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Tracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";
import { commentsOn } from "./comments.ts";
import { isReadEdit, versionOf } from "./entry-version.ts";
import { mayDiscuss } from "./review-progress.ts";
import {
	OF_LISTED,
	OF_NAMED,
	OF_REVIEWED,
	type ReviewedRow,
	redactedIn,
	reviewedEntry,
	reviewedTitle,
} from "./reviewed-entry.ts";
import { callsOf, isAnyAssigned, isNotOwn, type Reviewer, reviewerIn, theirs, withAddress } from "./reviewer-scope.ts";
import { criteriaOf, currentVersions, earlierVersions, type StoredRules } from "./rule-rows.ts";

export type ReviewRow = typeof reviews.$inferSelect;

/** How far someone's own review is: "none" before it was begun. */
export type OwnState = ReviewRow["state"] | "none" | "conflict";

/** Why no entry is theirs to review: reviewing has not begun, others review them, or there are none for them. */
export type WhyNone = "soon" | "unassigned" | "empty";

/** Entries on one page. */
const PAGE_SIZE = 50;

/** An entry that is someone's to review, with what they said of it. */
export interface OwnReview {
	rules: StoredRules;
	row: ReviewedRow;
	review: ReviewRow | undefined;
	state: OwnState;
}

export type OwnReviews = ReturnType<typeof createOwnReviews>;

/** The entries that are someone's to review. Nothing of others is here, and of blind calls nothing about persons. */
export function createOwnReviews(
	{ db, registry, now }: Pick<Runtime, "db" | "registry" | "now">,
	{ tracks }: { tracks: Pick<Tracks, "labels"> },
) {
	/**
	 * Who asks, and the conditions that an entry is theirs to review, also in some calls only, and that it is not their own.
	 * @throws AppError FORBIDDEN for anyone else
	 */
	function scopeOf(tx: Orm, actor: Actor) {
		const reviewer = reviewerIn(tx, requireCan(actor, "reviews.write").id);
		const calls = callsOf(tx, registry(), reviewer);
		const isOthers = (category: string) =>
			isNotOwn(registry(), reviewer, category, answering(`${category} ${reviewer.address}`));
		const theirsOf = (some: readonly StoredRules[]) => theirs(tx, registry(), reviewer, some, now(), isOthers);
		return { reviewer, calls, mine: theirsOf(calls), theirsOf, isOthers };
	}

	/** By the call and the address: a page asks several times. */
	const answering = db.remembering((key: string) => {
		const [category = "", address = ""] = key.split(" ");
		return withAddress(db.orm, registry(), category, address);
	});

	/** The calls that someone is for, with how many entries are theirs and how many of those they have dealt with. */
	function overview(actor: Actor) {
		const { reviewer, calls, mine } = scopeOf(db.orm, actor);
		const counts = db.orm
			.select({ category: entries.category, state: stateOf, n: count() })
			.from(entries)
			.leftJoin(reviews, ofReviewer(reviewer))
			.leftJoin(conflicts, conflictOf(reviewer))
			.where(mine)
			.groupBy(entries.category, stateOf)
			.all();
		return calls.map((rules) => {
			const own = counts.filter(({ category }) => category === rules.category);
			const sum = (rows: typeof own) => rows.reduce((total, { n }) => total + n, 0);
			const phase = reviewPhase(rules, now());
			const total = sum(own);
			return {
				rules,
				phase,
				total,
				/** Why none is theirs, if none is. */
				none: total === 0 ? whyNone(rules, phase) : undefined,
				done: sum(own.filter(({ state }) => !UNFINISHED.includes(state))),
			};
		});
	}

	function whyNone({ category }: StoredRules, phase: ReturnType<typeof reviewPhase>): WhyNone {
		if (phase === "soon") return "soon";
		return isAnyAssigned(db.orm, registry(), category) ? "unassigned" : "empty";
	}

	/** A page of someone's entries by their numbers, of one call or all. A page beyond the end is the last one. */
	function list(actor: Actor, { category, page, locale }: { category: string; page: number; locale: Locale }) {
		const { reviewer, calls, mine } = scopeOf(db.orm, actor);
		const wanted = and(mine, category ? eq(entries.category, category) : undefined);
		const total = db.orm.select({ n: count() }).from(entries).where(wanted).get()?.n ?? 0;
		const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
		const shown = Math.min(Math.max(1, page), pages);
		const rows = db.orm
			.select({ ...OF_LISTED, state: stateOf, rulesVersion: reviews.rulesVersion })
			.from(entries)
			.leftJoin(reviews, ofReviewer(reviewer))
			.leftJoin(conflicts, conflictOf(reviewer))
			.where(wanted)
			.orderBy(asc(entries.id))
			.limit(PAGE_SIZE)
			.offset((shown - 1) * PAGE_SIZE)
			.all();
		const earlier = new Map(calls.map((rules) => [rules.category, earlierVersions(db.orm, rules)]));
		const labels = tracks.labels(locale);
		const blind = new Set(calls.filter((rules) => rules.blind).map(({ category }) => category));
		const redacted = redactedIn(
			db.orm,
			rows.filter((row) => blind.has(row.category)).map(({ id }) => id),
		);
		const phases = new Map(calls.map((rules) => [rules.category, reviewPhase(rules, now())] as const));
		const phaseOf = (of: string) => phases.get(of) ?? "soon";
		const comments = commentsOn(
			db.orm,
			rows.filter(({ state, category: of }) => mayDiscuss(state, phaseOf(of))).map(({ id }) => id),
			reviewer.id,
		);
		return {
			total,
			pages,
			page: shown,
			entries: rows.map(({ state, rulesVersion, ...row }) => ({
				spot: spotId(row),
				category: row.category,
				track: labels.get(row.trackId) ?? "",
				title: hides(state) ? "" : reviewedTitle(registry().programmeOf(row.category), row, redacted.get(row.id)),
				state,
				/** Undefined before one's own review is done, and where there are none. */
				comments: comments.get(row.id),
				isOutdated: rulesVersion !== null && (earlier.get(row.category) ?? []).includes(rulesVersion),
			})),
		};
	}

	/**
	 * An entry that is someone's to review. While there is a conflict of interest, without its answers.
	 * @throws AppError NOT_FOUND for any other, whether there is one or not
	 */
	function open(actor: Actor, spot: string, locale: Locale) {
		const { rules, row, review, conflict, state } = find(db.orm, actor, spot);
		const programme = registry().programmeOf(row.category);
		const version = versionOf(db.orm, row.id, { edits: isReadEdit(programme, rules.blind) });
		const track = tracks.labels(locale).get(row.trackId);
		const redacted = rules.blind ? redactedIn(db.orm, [row.id]).get(row.id) : undefined;
		return {
			rules,
			review,
			state,
			call: programme.title[locale],
			phase: reviewPhase(rules, now()),
			entry: hides(state)
				? { title: "", answers: [], redacted: [] }
				: reviewedEntry(programme, row, { blind: rules.blind, locale, track, redacted }),
			/** The version that is read now. */
			version,
			/** Versions of the criteria that a review may have been made with. */
			currentVersions: currentVersions(db.orm, rules),
			/** Since the review, the entry was edited; or the criteria are others. */
			isEdited: review !== undefined && review.entryVersion < version,
			isOutdated: review !== undefined && earlierVersions(db.orm, rules).includes(review.rulesVersion),
			earlierMarks: review ? marksBefore(db.orm, review, row.category) : [],
			canTakeBack: conflict?.state === "declared" && conflict.actorId === actor.user?.id,
		};
	}

	/** The same, in a transaction. @throws AppError NOT_FOUND */
	function find(tx: Orm, actor: Actor, spot: string): OwnReview & { conflict: ConflictRow | undefined } {
		const { reviewer, calls, mine } = scopeOf(tx, actor);
		const own = and(eq(entries.id, idFromSpot(spot)), mine);
		const category = tx.select({ category: entries.category }).from(entries).where(own).get()?.category;
		const rules = calls.find((one) => one.category === category);
		const row =
			rules &&
			tx
				.select(rules.blind ? OF_REVIEWED : OF_NAMED)
				.from(entries)
				.where(own)
				.get();
		if (!rules || !row || spotId(row) !== spot) throw new AppError("NOT_FOUND");
		const review = tx
			.select()
			.from(reviews)
			.where(and(eq(reviews.entryId, row.id), eq(reviews.reviewerId, reviewer.id)))
			.get();
		const conflict = tx
			.select()
			.from(conflicts)
			.where(
				and(eq(conflicts.entryId, row.id), eq(conflicts.reviewerId, reviewer.id), ne(conflicts.state, "dismissed")),
			)
			.get();
		return { rules, row, review, conflict, state: conflict ? "conflict" : (review?.state ?? "none") };
	}

	return { overview, list, open, find, scopeOf };
}

type ConflictRow = typeof conflicts.$inferSelect;

/** The marks of a review, with the criteria they were given for. */
export function marksBefore(tx: Orm, { marks, rulesVersion }: ReviewRow, category: string) {
	const criteria = criteriaOf(tx, category).get(rulesVersion) ?? [];
	return criteria.flatMap((criterion) => {
		const mark = marks[criterion.id];
		return mark === undefined ? [] : { criterion, mark };
	});
}

/** What still waits for its reviewer. */
export const UNFINISHED: readonly OwnState[] = ["none", "open"];

/** Who has a conflict of interest sees nothing of the entry. */
const hides = (state: OwnState) => state === "conflict";

export const stateOf = sql<OwnState>`case when ${conflicts.entryId} is not null then 'conflict' else coalesce(${reviews.state}, 'none') end`;

export const ofReviewer = ({ id }: Reviewer) => and(eq(reviews.entryId, entries.id), eq(reviews.reviewerId, id));

export const conflictOf = ({ id }: Reviewer) =>
	and(eq(conflicts.entryId, entries.id), eq(conflicts.reviewerId, id), ne(conflicts.state, "dismissed"));
