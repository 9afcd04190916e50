import { and, asc, desc, eq, gt, gte, inArray, lt, lte, or, sql } from "drizzle-orm";
import { type MailKind, NOT_SENT } from "../../app/enumerations.ts";
import type { Orm } from "../../db/client.ts";
import { withoutKeys } from "../../db/kept-mails.ts";
import { entryLog, outbox } from "../../db/schema.ts";
import { sha256 } from "../secrets.ts";
import { cancelOutdated } from "./outdated-letters.ts";
import type { Runtime } from "./runtime.ts";

export interface Letter {
	kind: MailKind;
	/** One mail per key, for ever. */
	dedupeKey: string;
	to: string;
	subject: string;
	body: string;
	/** The entry it is about, for letters of the organisers. */
	entryId?: number;
	/** Who sends it, where somebody does. */
	actorId?: number;
	/** An iCalendar file that goes with it. */
	calendar?: string;
	/** Not before this instant. */
	notBefore?: number;
	/** Worthless after this instant. */
	expiresAt?: number;
}

export type OutboxRow = typeof outbox.$inferSelect;

const LEASE_MS = 120_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Waits after the first, second … failure; the last repeats. */
const BACKOFF_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 4 * HOUR];
/** That is two days of trying. */
const MOST_ATTEMPTS = 17;
/** Forms are not a way to flood a stranger's mailbox: one mail of a kind in ten minutes and five a day for one address. */
const GAP_MS = 10 * MINUTE;
const MOST_PER_DAY = 5;

/** What the log says of a letter that left, by its kind. */
const LOGGED: Record<string, string> = {
	accept: "Accept",
	hold: "Hold",
	reject: "Reject",
	forum: "Confirmed",
	slot: "Slot",
	removal: "Removal",
};

export type Mailing = ReturnType<typeof createMailing>;

/** The outbox: mails are rows written in the transaction of the change they tell about, and sent afterwards. */
export function createMailing({ db, now, config }: Runtime) {
	let wake = (): void => undefined;

	/** Adds a mail inside the caller's transaction. A key that is already there is left alone. */
	function enqueue(tx: Orm, letter: Letter): void {
		const host = config.publicUrl ? new URL(config.publicUrl).hostname : "rostrum.local";
		tx.insert(outbox)
			.values({
				kind: letter.kind,
				dedupeKey: letter.dedupeKey,
				entryId: letter.entryId ?? null,
				actorId: letter.actorId ?? null,
				toAddress: letter.to,
				subject: letter.subject,
				calendar: letter.calendar ?? null,
				body: letter.body,
				messageId: `<${sha256(letter.dedupeKey).toString("hex").slice(0, 40)}@${host}>`,
				state: "pending",
				nextAt: letter.notBefore ?? now(),
				expiresAt: letter.expiresAt ?? null,
				createdAt: now(),
			})
			.onConflictDoNothing({ target: outbox.dedupeKey })
			.run();
		wakeUp();
	}

	/**
	 * Does the work of `enqueue` and leaves no mail: where an address is unknown, the answer must take as long as for a
	 * known one.
	 */
	function enqueueNothing(tx: Orm, letter: Omit<Letter, "to">): void {
		enqueue(tx, { ...letter, to: "" });
		tx.delete(outbox).where(eq(outbox.dedupeKey, letter.dedupeKey)).run();
	}

	/**
	 * Adds the receipt of an entry. One that waits for the same entry is replaced; beyond the limit of an address the
	 * mail is delayed, never dropped.
	 */
	function enqueueReceipt(tx: Orm, entryId: number, letter: Omit<Letter, "kind" | "dedupeKey" | "notBefore">): void {
		// A range, which the index serves; a pattern would read the whole outbox. `;` is the character after `:`.
		const ofEntry = and(gte(outbox.dedupeKey, `received:${entryId}:`), lt(outbox.dedupeKey, `received:${entryId};`));
		const earlier = tx.select({ id: outbox.id }).from(outbox).where(ofEntry).all().length;
		if (earlier > 0) {
			tx.update(outbox)
				.set({ state: "cancelled", lastError: NOT_SENT.receipt, body: "" })
				.where(and(ofEntry, eq(outbox.state, "pending")))
				.run();
		}
		enqueue(tx, {
			...letter,
			kind: "receipt",
			dedupeKey: `received:${entryId}:${earlier + 1}`,
			notBefore: nextTime(tx, "receipt", letter.to),
		});
	}

	/** When the next mail of a kind may go to an address: now, or a later instant. */
	function nextTime(tx: Orm, kind: string, to: string): number {
		const gap = Math.ceil(GAP_MS / config.rateLimitScale);
		const day = Math.ceil((24 * HOUR) / config.rateLimitScale);
		const recent = tx
			.select({ nextAt: outbox.nextAt })
			.from(outbox)
			.where(
				and(
					eq(outbox.toAddress, to),
					eq(outbox.kind, kind),
					gt(outbox.nextAt, now() - day),
					inArray(outbox.state, ["pending", "sending", "sent"]),
				),
			)
			.orderBy(desc(outbox.nextAt))
			.limit(MOST_PER_DAY)
			.all()
			.map((row) => row.nextAt);
		const [latest] = recent;
		if (latest === undefined) return now();
		const fifth = recent[MOST_PER_DAY - 1];
		return Math.max(now(), latest + gap, fifth === undefined ? 0 : fifth + day);
	}

	/** Takes at most `limit` mails that are due, leased to the caller for two minutes. Expired leases count as due. */
	async function claim(limit: number): Promise<OutboxRow[]> {
		const due = or(
			and(eq(outbox.state, "pending"), lte(outbox.nextAt, now())),
			and(eq(outbox.state, "sending"), lt(outbox.leaseUntil, now())),
		);
		const waiting = db.orm.select({ id: outbox.id }).from(outbox).where(due).orderBy(asc(outbox.nextAt)).limit(limit);
		if (waiting.all().length === 0) return [];
		return db.settle((tx) => {
			tx.update(outbox)
				.set({ state: "pending", leaseUntil: null })
				.where(and(eq(outbox.state, "sending"), lt(outbox.leaseUntil, now())))
				.run();
			// Whatever happened since it was written, a letter leaves only while it is true.
			cancelOutdated(tx);
			tx.update(outbox)
				.set({ state: "expired", body: "" })
				.where(and(eq(outbox.state, "pending"), lte(outbox.expiresAt, now())))
				.run();
			return tx
				.update(outbox)
				.set({ state: "sending", leaseUntil: now() + LEASE_MS })
				.where(inArray(outbox.id, waiting))
				.returning()
				.all();
		});
	}

	/**
	 * Notes that a mail was sent; a letter of the organisers is noted in its entry's log in the same transaction. What is
	 * kept of it can open nothing: its links are in the mailbox now.
	 */
	async function markSent(row: OutboxRow): Promise<void> {
		const sent = { state: "sent", sentAt: now(), leaseUntil: null, lastError: null } as const;
		// A person may have been erased while the mail was on its way.
		const body = sql`iif(${outbox.toAddress} = '', '', ${withoutKeys(row.body)})`;
		const told = LOGGED[row.kind];
		await db.settle((tx) => {
			tx.update(outbox)
				.set({ ...sent, body, attempts: row.attempts + 1 })
				.where(eq(outbox.id, row.id))
				.run();
			if (row.entryId !== null && told) {
				const { entryId, actorId } = row;
				tx.insert(entryLog).values({ entryId, at: now(), actorId, type: "Email", state: told }).run();
			}
		});
	}

	/** One that was cancelled while it was on its way does not come back. */
	const stillLeased = ({ id }: OutboxRow) => and(eq(outbox.id, id), eq(outbox.state, "sending"));

	/** Notes a failure: for good, or to be tried again later with growing waits (±20 %) for two days. */
	async function markFailed(row: OutboxRow, reason: string, permanent: boolean): Promise<void> {
		const wait = BACKOFF_MS[Math.min(row.attempts, BACKOFF_MS.length - 1)] ?? 0;
		const givenUp = row.attempts + 1 >= MOST_ATTEMPTS;
		await db.settle((tx) =>
			tx
				.update(outbox)
				.set({
					state: permanent || givenUp ? "failed" : "pending",
					attempts: row.attempts + 1,
					leaseUntil: null,
					nextAt: now() + Math.round(wait * (0.8 + Math.random() * 0.4)),
					lastError: reason.slice(0, 500),
				})
				.where(stillLeased(row))
				.run(),
		);
	}

	/** Gives a leased mail back untouched, when the queue pauses or the server stops. */
	async function release(row: OutboxRow): Promise<void> {
		await db.settle((tx) =>
			tx.update(outbox).set({ state: "pending", leaseUntil: null }).where(stillLeased(row)).run(),
		);
	}

	/** The worker registers here to be told that there is something to send. */
	function onEnqueue(listener: () => void): void {
		wake = listener;
	}

	/** Something was changed that may have to leave now. */
	function wakeUp(): void {
		setImmediate(() => wake());
	}

	return {
		...{ wakeUp, enqueue, enqueueNothing, enqueueReceipt, nextTime, claim },
		...{ markSent, markFailed, release, onEnqueue },
	};
}
