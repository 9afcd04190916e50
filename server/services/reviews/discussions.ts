import { and, count, desc, eq, inArray, lt } from "drizzle-orm";
import { MOST_IN_REVIEW } from "../../../app/enumerations.ts";
import { ACTIVE } from "../../../app/lifecycle.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { idFromSpot, spotId } from "../../../app/programmes/spot-ids.ts";
import { reviewPhase } from "../../../app/reviews/criteria.ts";
import { discussionPath } from "../../../app/reviews/review-controls.ts";
import { can } from "../../../app/roles.ts";
import type { Orm } from "../../../db/client.ts";
import { closedDiscussions, entries, reviewComments, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { mentionedLetter } from "../../mail/account-letters.ts";
import { inLanguage } from "../../mail/templates.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import type { Mailing } from "../mails/mailing.ts";
import type { Runtime } from "../runtime.ts";
import { type CommentRow, commentsBy, shown } from "./comments.ts";
import { committeeIn, pairKey } from "./committee.ts";
import { conflictsIn } from "./conflict-reasons.ts";
import type { OwnReviews } from "./own-reviews.ts";
import { hiddenFrom } from "./result-rows.ts";
import { mayDiscuss } from "./review-progress.ts";
import { OF_LISTED, redactedIn, reviewedTitle } from "./reviewed-entry.ts";
import { isForTrack, type Reviewer } from "./reviewer-scope.ts";
import { rulesIn } from "./rule-rows.ts";

/** Comments that are shown at once: each may have 2,000 characters. */
const SHOWN = 50;

/** Why a comment was not kept: organisers have closed the discussion, or it has as many as there may be. */
export type CommentRefusal = "closed" | "full";

type Entry = Pick<typeof entries.$inferSelect, "eventId" | keyof typeof OF_LISTED>;

/**
 * What the committee says of an entry: its reviewers, each after their own review or once reviewing has ended, and
 * organisers. Who has a conflict of interest neither reads nor writes.
 */
export function createDiscussions(
	{ db, event, log, registry, now }: Pick<Runtime, "db" | "event" | "log" | "registry" | "now">,
	{ findReviewed, links, mailing }: { findReviewed: OwnReviews["find"]; links: PrivateLinks; mailing: Mailing },
) {
	/** Undefined for a reviewer whose own review comes first. @throws AppError NOT_FOUND */
	function find(tx: Orm, actor: Actor, spot: string): Entry | undefined {
		const { id, email, role } = requireCan(actor, "reviews.write");
		if (!can(role, "reviews.manage")) {
			const { row, rules, state, conflict } = findReviewed(tx, actor, spot);
			if (conflict) throw new AppError("NOT_FOUND");
			if (!mayDiscuss(state, reviewPhase(rules, now()))) return;
			return entryIn(tx, row.id);
		}
		const entry = entryIn(tx, idFromSpot(spot));
		if (!entry || spotId(entry) !== spot || !rulesIn(tx, entry.category)) throw new AppError("NOT_FOUND");
		if (hiddenFrom(tx, registry(), { id, address: email }, entry).has(entry.id)) throw new AppError("NOT_FOUND");
		return entry;
	}

	function entryIn(tx: Orm, id: number): Entry | undefined {
		return tx
			.select({ ...OF_LISTED, eventId: entries.eventId })
			.from(entries)
			.where(and(eq(entries.id, id), eq(entries.eventId, event.id()), inArray(entries.presence, ACTIVE)))
			.get();
	}

	/** The title as reviewers read it. */
	function titleOf(entry: Entry): string {
		const isBlind = rulesIn(db.orm, entry.category)?.blind;
		const redacted = isBlind ? redactedIn(db.orm, [entry.id]).get(entry.id) : undefined;
		return reviewedTitle(registry().programmeOf(entry.category), entry, redacted);
	}

	/**
	 * Who else may read it and be told of a comment: reviewers whose entry it still is and who take part, and organisers;
	 * without conflicts of interest.
	 */
	function othersIn(tx: Orm, actor: Actor, { id: entryId, category }: Entry) {
		const committee = committeeIn(tx, registry(), category, eq(entries.id, entryId));
		const conflicts = conflictsIn(committee);
		const states = new Map(committee.reviews.map((one) => [one.reviewerId, one.state]));
		const phase = committee.rules ? reviewPhase(committee.rules, now()) : "closed";
		const takesPart = ({ id }: Reviewer) => mayDiscuss(states.get(id) ?? "none", phase);
		const assigned = new Set(committee.assignments.map(({ reviewerId }) => reviewerId));
		const trackId = committee.entries[0]?.trackId ?? null;
		const isTheirs = (one: Reviewer) => (committee.isAnyAssigned ? assigned.has(one.id) : isForTrack(one, trackId));
		const people = committee.reviewers.filter(({ id }) => id !== actor.user?.id);
		const hasConflict = ({ id: reviewerId }: Reviewer) => conflicts.has(pairKey({ entryId, reviewerId }));
		return {
			reviewers: people.filter((one) => one.onlyReviews && takesPart(one) && isTheirs(one) && !hasConflict(one)),
			organisers: people.filter((one) => !one.onlyReviews && !hasConflict(one)),
			/** Also where every organiser has a conflict of interest: who of them does would say whose entry it is. */
			hasOrganisers: people.some((one) => !one.onlyReviews),
		};
	}

	const isClosed = (tx: Orm, { id }: Entry): boolean =>
		tx.select().from(closedDiscussions).where(eq(closedDiscussions.entryId, id)).get() !== undefined;

	/** The newest comments of some in order, as a reader sees them. */
	function newestOf(rows: readonly CommentRow[], actor: Actor) {
		const newest = rows.slice(-SHOWN);
		return {
			/** The number of the first one shown, if there are earlier ones. */
			before: rows.length > SHOWN ? newest[0]?.comment.id : undefined,
			comments: newest.map((row) => shown(row, actor)),
		};
	}

	/** The comments of one's own on an entry, whether one may read its discussion or not. */
	function ownOn(actor: Actor, spot: string): CommentRow[] {
		const { id, name, email } = requireCan(actor, "reviews.write");
		return commentsBy(db.orm, event.id(), id, spot).map((comment) => ({ comment, name, address: email }));
	}

	const hasOwn = (actor: Actor, spot: string): boolean => ownOn(actor, spot).length > 0;

	const findOrNull = (actor: Actor, spot: string) => orNull(() => find(db.orm, actor, spot));

	/** Nothing of a discussion but one's own comments, which one can still delete. */
	function openOwn(actor: Actor, rows: readonly CommentRow[]) {
		return {
			isOwnOnly: true,
			isToReview: false,
			entry: undefined,
			title: "",
			isClosed: true,
			isFull: false,
			canClose: false,
			others: [],
			hasOrganisers: false,
			...newestOf(rows, actor),
		};
	}

	/**
	 * The newest comments of a discussion, or those before one. Who may not read it gets their own comments; undefined for a
	 * reviewer without any whose own review comes first.
	 * @param before the number of a comment; 0: up to the newest
	 * @throws AppError NOT_FOUND for anyone else without any
	 */
	function open(actor: Actor, spot: string, before = 0) {
		const entry = findOrNull(actor, spot);
		if (!entry) {
			const own = ownOn(actor, spot);
			if (own.length === 0 && entry === null) throw new AppError("NOT_FOUND");
			const earlier = before > 0 ? own.filter(({ comment }) => comment.id < before) : own;
			return own.length > 0 ? openOwn(actor, earlier) : undefined;
		}
		const comments = eq(reviewComments.entryId, entry.id);
		const rows = db.orm
			.select({ comment: reviewComments, name: users.name, address: users.email })
			.from(reviewComments)
			.leftJoin(users, eq(users.id, reviewComments.authorId))
			.where(and(comments, before > 0 ? lt(reviewComments.id, before) : undefined))
			.orderBy(desc(reviewComments.id))
			.limit(SHOWN + 1)
			.all();
		const there = db.orm.select({ n: count() }).from(reviewComments).where(comments).get()?.n ?? 0;
		const { reviewers, hasOrganisers } = othersIn(db.orm, actor, entry);
		return {
			isOwnOnly: false,
			entry: { kind: entry.kind, id: entry.id },
			/** Whether it is the reader's to review. */
			isToReview: orNull(() => findReviewed(db.orm, actor, spot)) !== null,
			title: titleOf(entry),
			isClosed: isClosed(db.orm, entry),
			isFull: there >= MOST_IN_REVIEW.comments,
			canClose: can(actor.user?.role, "reviews.manage"),
			/** Whom a comment can be meant for. Organisers are told together. */
			others: reviewers.map(({ id, name, address }) => ({ id, name: name || address })),
			hasOrganisers,
			...newestOf(rows.reverse(), actor),
		};
	}

	/**
	 * Keeps a comment and writes to those it is meant for: to each at most one mail an hour about this entry.
	 * @param tell numbers of reviewers; those who cannot be told are left out
	 * @param tellOrganisers all without a conflict of interest
	 * @throws AppError NOT_FOUND, also before one's own review
	 */
	async function say(
		actor: Actor,
		spot: string,
		{
			text,
			tell,
			tellOrganisers,
			locale,
		}: { text: string; tell: readonly number[]; tellOrganisers: boolean; locale: Locale },
	): Promise<CommentRefusal | undefined> {
		const { id: authorId } = requireCan(actor, "reviews.write");
		const refusal = await db.write((tx): CommentRefusal | undefined => {
			const entry = foundIn(tx, actor, spot);
			if (isClosed(tx, entry)) return "closed";
			const comments = eq(reviewComments.entryId, entry.id);
			const there = tx.select({ n: count() }).from(reviewComments).where(comments).get()?.n ?? 0;
			if (there >= MOST_IN_REVIEW.comments) return "full";
			const others = othersIn(tx, actor, entry);
			const organisers = tellOrganisers ? others.organisers : [];
			const meant = [...others.reviewers.filter(({ id }) => tell.includes(id)), ...organisers];
			const { id } = tx
				.insert(reviewComments)
				.values({ entryId: entry.id, authorId, text, mentions: meant.map((one) => one.id), at: now() })
				.returning({ id: reviewComments.id })
				.get();
			// The author has seen what others wrote.
			mailing.cancelThread(tx, mentionsOf(entry.id, authorId));
			const link = `${links.origin()}${discussionPath(spot)}`;
			for (const { id: reader, address: to } of meant) {
				const thread = mentionsOf(entry.id, reader);
				const notBefore = mailing.nextOfThread(tx, thread);
				if (to === "" || notBefore === undefined || mailing.isFlooded(tx, "mentioned", to)) continue;
				mailing.enqueue(tx, {
					kind: "mentioned",
					dedupeKey: `${thread}${id}`,
					to,
					notBefore,
					actorId: authorId,
					// Accounts have no language.
					...inLanguage(locale, "both", (one) => mentionedLetter(one, event.brand(one), { reference: spot, link })),
				});
			}
		});
		if (!refusal) log.info({ event: "comment written", entry: spot, user: authorId }, "a comment was written");
		return refusal;
	}

	function foundIn(tx: Orm, actor: Actor, spot: string): Entry {
		const entry = find(tx, actor, spot);
		if (!entry) throw new AppError("NOT_FOUND");
		return entry;
	}

	/**
	 * Deletes a comment of one's own, also for who may not read the discussion any more; repeating it changes nothing.
	 * @returns whether there is anything left for them to read
	 */
	async function remove(actor: Actor, spot: string, id: number): Promise<boolean> {
		const { id: authorId } = requireCan(actor, "reviews.write");
		await db.write((tx) => {
			const own = and(eq(reviewComments.entryId, idFromSpot(spot)), eq(reviewComments.authorId, authorId));
			tx.delete(reviewComments)
				.where(and(own, eq(reviewComments.id, id)))
				.run();
		});
		return hasOwn(actor, spot) || findOrNull(actor, spot) !== null;
	}

	/** Closes a discussion, or opens it again; repeating either changes nothing. @throws AppError NOT_FOUND */
	async function setClosed(actor: Actor, spot: string, isToClose: boolean): Promise<void> {
		const { id: actorId } = requireCan(actor, "reviews.manage");
		await db.write((tx) => {
			const { id: entryId } = foundIn(tx, actor, spot);
			if (!isToClose) tx.delete(closedDiscussions).where(eq(closedDiscussions.entryId, entryId)).run();
			else tx.insert(closedDiscussions).values({ entryId, at: now(), actorId }).onConflictDoNothing().run();
		});
	}

	return { open, hasOwn, say, remove, setClosed };
}

/** The mails to a person about comments on an entry. They outlive the comments, so that deleting these brings no more. */
const mentionsOf = (entryId: number, reader: number) => `mentioned:${entryId}:${reader}:`;

/** What is found; null where that throws NOT_FOUND. */
function orNull<Found>(find: () => Found): Found | null {
	try {
		return find();
	} catch (error) {
		if (error instanceof AppError && error.code === "NOT_FOUND") return null;
		throw error;
	}
}
