import { and, asc, count, desc, eq, gt, inArray, isNull, lt, lte, not, or, type SQL, sql } from "drizzle-orm";
import { DAYS_OF_LINK, MOST_LATE_LINKS } from "../../../app/enumerations.ts";
import { formPath } from "../../../app/programmes/forms.ts";
import { dayAfter, dayOf } from "../../../app/programmes/window.ts";
import type { Orm } from "../../../db/client.ts";
import { entryLog, lateLinks, programmes, users } from "../../../db/schema.ts";
import { AppError, type Closer } from "../../errors.ts";
import { randomToken, sha256 } from "../../secrets.ts";
import { type Actor, requireCan } from "../actor.ts";
import { ofCurrentEvent } from "../programmes/current-programmes.ts";
import { endOfDay } from "../programmes/programme-settings.ts";
import type { Programmes } from "../programmes/programmes.ts";
import type { Runtime } from "../runtime.ts";
import type { EntryRow } from "./entry-rows.ts";
import type { PrivateLinks } from "./private-links.ts";
import type { Submission } from "./submission.ts";

/** How long a link that works no more can be told from a wrong one, and is listed. */
const REMEMBERED_MS = 90 * 24 * 60 * 60 * 1000;

type LinkRow = typeof lateLinks.$inferSelect;

/** What became of a link. */
export type LinkState = "works" | "ended" | "used" | "expired";

/** What the holder of a link that does not work is told. */
const WHY = {
	ended: "LINK_ENDED",
	used: "LINK_USED",
	expired: "LINK_EXPIRED",
	unknown: "LINK_UNKNOWN",
} as const satisfies Record<Exclude<LinkState, "works"> | "unknown", Closer>;

/** A link as organisers see it. */
export interface ListedLink extends Pick<LinkRow, "id" | "category" | "note" | "allowed" | "used" | "expiresAt"> {
	state: LinkState;
	/** Address of the account that made it; "" if that is gone. */
	by: string;
}

/** What a form says of the link that it was opened by. */
type Holding = Pick<Submission, "programme" | "place" | "id" | "late">;

export type LateLinks = ReturnType<typeof createLateLinks>;

/** The condition that the call of a link still has a form. Nothing is let into an archived event. */
const ofCalls = inArray(
	lateLinks.category,
	sql`(select ${programmes.category} from ${programmes} where ${ofCurrentEvent} and not ${programmes.archived})`,
);

/**
 * Links by which an organiser lets somebody submit to a call that takes no entries. Only their hashes are stored. Such an
 * entry is like any other; the link gives nothing else.
 */
export function createLateLinks(
	{ db, event, log, registry, now }: Runtime,
	{ links, programmes: calls }: { links: PrivateLinks; programmes: Programmes },
) {
	const working = () =>
		and(isNull(lateLinks.endedAt), lt(lateLinks.used, lateLinks.allowed), gt(lateLinks.expiresAt, now()), ofCalls);

	/** The days on which a new link may end, where the event is: the first, the usual and the latest. */
	function days(): { first: string; usual: string; latest: string } {
		const first = dayOf(now(), event.zone());
		return { first, usual: dayAfter(first, DAYS_OF_LINK.usual), latest: dayAfter(first, DAYS_OF_LINK.most) };
	}

	/** Those that work by their last day, then the others, the newest first. */
	function list(actor: Actor): ListedLink[] {
		requireCan(actor, "entries.manage");
		const all = (which: SQL | undefined, ...order: SQL[]) =>
			db.orm
				.select({ row: lateLinks, by: users.email })
				.from(lateLinks)
				.leftJoin(users, eq(users.id, lateLinks.actorId))
				.where(and(which, ofCalls))
				.orderBy(...order)
				.limit(MOST_LATE_LINKS)
				.all();
		const spent = not(working() as SQL);
		return [...all(working(), asc(lateLinks.expiresAt), asc(lateLinks.id)), ...all(spent, desc(lateLinks.id))].map(
			({ row: { id, category, note, allowed, used, expiresAt, ...row }, by }) => ({
				id,
				category,
				note,
				allowed,
				used,
				expiresAt,
				state: stateOf({ allowed, used, expiresAt, ...row }),
				by: by ?? "",
			}),
		);
	}

	/**
	 * Makes a link. @param given.lastDay one of `days`
	 * @returns its address, which nobody can read again; or why there is none
	 * @throws AppError NOT_FOUND for a call without a form
	 */
	async function make(
		actor: Actor,
		given: Pick<LinkRow, "category" | "note" | "allowed"> & { lastDay: string },
	): Promise<{ address: string } | "tooMany"> {
		const { id: actorId } = requireCan(actor, "entries.manage");
		const { lastDay, ...about } = given;
		const programme = registry().find(about.category);
		const expiresAt = endOfDay(lastDay, event.zone());
		if (!programme || expiresAt === null) throw new AppError("NOT_FOUND");
		const secret = randomToken();
		const made = await db.write((tx) => {
			const present = tx.select({ n: count() }).from(lateLinks).where(working()).get()?.n ?? 0;
			if (present >= MOST_LATE_LINKS) return;
			const row = { ...about, secretHash: sha256(secret), createdAt: now(), expiresAt, actorId };
			return tx.insert(lateLinks).values(row).returning({ id: lateLinks.id }).get();
		});
		if (!made) return "tooMany";
		log.info({ event: "late link made", link: made.id, user: actorId }, "a link for late submissions was made");
		return { address: `${links.origin()}${formPath(programme, {})}?${new URLSearchParams({ late: secret })}` };
	}

	/** Ends a link. @returns false for one that did not work any more */
	async function end(actor: Actor, id: number): Promise<boolean> {
		const { id: user } = requireCan(actor, "entries.manage");
		const ended = await db.settle(
			(tx) =>
				tx
					.update(lateLinks)
					.set({ endedAt: now() })
					.where(and(eq(lateLinks.id, id), working()))
					.run().changes > 0,
		);
		if (ended) log.info({ event: "late link ended", link: id, user }, "a link for late submissions was ended");
		return ended;
	}

	/** A link with what became of it; undefined for a wrong one, and for one of another call. */
	function find(tx: Orm, { programme, late }: Holding): { row: LinkRow; state: LinkState } | undefined {
		if (!late) return;
		const row = tx
			.select()
			.from(lateLinks)
			.where(eq(lateLinks.secretHash, sha256(late)))
			.get();
		const isOver = row && !registry().find(row.category);
		if (isOver) return { row, state: "ended" };
		return row?.category === programme.category ? { row, state: stateOf(row) } : undefined;
	}

	function stateOf({ used, allowed, expiresAt, endedAt }: Omit<LinkRow, "id" | "category" | "note">): LinkState {
		if (endedAt !== null) return "ended";
		if (used >= allowed) return "used";
		return expiresAt <= now() ? "expired" : "works";
	}

	/** Only a visitor's new entry is let in by a link. */
	const counts = ({ id, place, late }: Holding) => id === 0 && !place.editor && Boolean(late);

	/** Until when the link lets its holder submit to a call that is closed; undefined where it does not, or need not. */
	function opensUntil(asked: Holding): number | undefined {
		if (!counts(asked) || calls.isOpen(asked.programme.category)) return;
		const found = find(db.orm, asked);
		return found?.state === "works" ? found.row.expiresAt : undefined;
	}

	/** Why a link does not let its holder in; undefined without one, and where it does. */
	function whyNot(asked: Holding): (typeof WHY)[keyof typeof WHY] | undefined {
		if (!counts(asked)) return;
		const state = find(db.orm, asked)?.state ?? "unknown";
		return state === "works" ? undefined : WHY[state];
	}

	/** Whether a form is let in by its link, or as `Programmes.admit` says. @throws AppError PROGRAMME_CLOSED */
	function admit(submission: Submission): "in time" | "late" | "by link" {
		if (opensUntil(submission) !== undefined) return "by link";
		return calls.admit(submission.programme.category, submission, whyNot(submission));
	}

	/**
	 * Counts a use, in the transaction that stores the entry. Of two with one use left, one is refused.
	 * @returns who made the link @throws AppError PROGRAMME_CLOSED
	 */
	function use(tx: Orm, submission: Submission): number | null {
		const found = find(tx, submission);
		const used = tx
			.update(lateLinks)
			.set({ used: sql`${lateLinks.used} + 1` })
			.where(and(eq(lateLinks.id, found?.row.id ?? 0), working()))
			.returning({ actorId: lateLinks.actorId })
			.get();
		if (!used) throw new AppError("PROGRAMME_CLOSED", { text: whyNot(submission) ?? "LINK_USED" });
		return used.actorId;
	}

	/** Says in the log of an entry that it came by a link. @param actorId who made that */
	function note(tx: Orm, { id, status }: EntryRow, actorId: number | null): void {
		tx.insert(entryLog).values({ entryId: id, at: now(), actorId, type: "Late", state: status }).run();
	}

	async function sweep(): Promise<void> {
		const before = now() - REMEMBERED_MS;
		await db.settle((tx) =>
			tx
				.delete(lateLinks)
				.where(or(lte(lateLinks.expiresAt, before), lte(lateLinks.endedAt, before)))
				.run(),
		);
	}

	return { days, list, make, end, opensUntil, whyNot, admit, use, note, sweep };
}
