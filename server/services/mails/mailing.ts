import { and, asc, eq, gt, inArray, isNotNull, lt, lte, or, sql } from "drizzle-orm";
import { isPaced, LETTER_KINDS, type LOG_STATES, URGENCY, type Urgency } from "../../../app/enumerations.ts";
import { type Status, statusAnnouncedBy } from "../../../app/lifecycle.ts";
import type { Orm } from "../../../db/client.ts";
import { withoutKeys } from "../../../db/kept-mails.ts";
import { entryLog, outbox } from "../../../db/schema.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import { tell, tellOnPages } from "../entries/told.ts";
import type { Runtime } from "../runtime.ts";
import { type Delivery, deliveries, folded, receiptsBeside } from "./deliveries.ts";
import { createMailBounds } from "./mail-limits.ts";
import type { MailTexts } from "./mail-texts.ts";
import { createMailWriting } from "./mail-writing.ts";
import type { OptOuts } from "./opt-outs.ts";
import { cancelOutdated } from "./outdated-letters.ts";

/** Why a mail was not sent. */
export type Verdict =
	/** The mailbox does not exist: final. */
	| "refused"
	/** Temporary: retried for two days. */
	| "later"
	/** The mail server or its configuration is at fault: kept until repaired. */
	| "held up";

export type OutboxRow = typeof outbox.$inferSelect;

const LEASE_MS = 120_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Delay after each failure; the last one repeats. */
const BACKOFF_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 4 * HOUR];
/** No delay is longer, whatever is added by chance. */
const LONGEST_WAIT_MS = 5 * HOUR;
/** Index of the longest delay while the mail server is at fault. */
const LONGEST_HELD_UP = 3;
/** Two days of attempts. */
const MOST_ATTEMPTS = 17;

const ALL_URGENCIES = Object.values(URGENCY);
const UNPACED = ALL_URGENCIES.filter((urgency) => !isPaced(urgency));

/** What the log says of mails that announce no status. */
const LOGGED: Record<string, (typeof LOG_STATES)[number]> = {
	forum: "Registration",
	attendance: "Reminder",
	slot: "Slot",
	removal: "Removal",
};

/** The status that a mail announces, if any. The log has it as the state of a sent mail. */
function statusOf(kind: string): Status | undefined {
	const letter = LETTER_KINDS.find((one) => one === kind);
	return letter && statusAnnouncedBy(letter);
}

export type Mailing = ReturnType<typeof createMailing>;

/** The outbox: mails are rows written in the transaction of the change they tell about, and sent afterwards. */
export function createMailing(runtime: Runtime, parts: { links: PrivateLinks; optOuts: OptOuts; texts: MailTexts }) {
	const { db, now } = runtime;
	const { optOuts } = parts;

	// Written out: SQLite uses an index of some rows only where the query says literally which.
	const isWaiting = sql`${outbox.state} = 'pending'`;
	const isLeased = sql`${outbox.state} = 'sending'`;
	const nextInQueue = db.orm
		.select({ id: outbox.id, address: folded })
		.from(outbox)
		.where(
			and(
				isWaiting,
				eq(outbox.urgency, sql.placeholder("urgency")),
				lte(outbox.nextAt, sql.placeholder("at")),
				sql`${folded} not in (select value from json_each(${sql.placeholder("besides")}))`,
			),
		)
		.orderBy(asc(outbox.nextAt), asc(outbox.id))
		.limit(1)
		.prepare();
	let lookedOverAt = Number.NEGATIVE_INFINITY;

	/** The mail that leaves next, the most urgent of those that are due. @param besides not to these addresses */
	function next(urgencies: readonly Urgency[], besides: readonly string[]) {
		const given = { at: now(), besides: JSON.stringify(besides) };
		for (const urgency of urgencies) {
			const found = nextInQueue.get({ ...given, urgency });
			if (found) return { ...found, urgency };
		}
	}

	/**
	 * Leases due mails to the caller for two minutes: at most `most.all`, `most.paced` of them letters and broadcasts, each
	 * to another address, and receipts combined with one of them. Expired leases count as due.
	 * @param busy lower-case addresses with a mail being sent: their next one waits
	 */
	async function claim(most: { all: number; paced: number }, busy: readonly string[]): Promise<Delivery[]> {
		await lookOver();
		const at = now();
		// A lease that ends later than any could was given before the clock was set back.
		const isExpired = and(isLeased, or(lt(outbox.leaseUntil, at), gt(outbox.leaseUntil, at + LEASE_MS)));
		const urgencies = most.paced > 0 ? ALL_URGENCIES : UNPACED;
		const isAny = next(urgencies, busy) ?? db.orm.select({ id: outbox.id }).from(outbox).where(isExpired).get();
		if (!isAny) return [];
		return db.settle((tx) => {
			tx.update(outbox).set({ state: "pending", leaseUntil: null }).where(isExpired).run();
			tx.update(outbox)
				.set({ state: "expired", body: "" })
				.where(and(isWaiting, isNotNull(outbox.expiresAt), lte(outbox.expiresAt, now())))
				.run();
			const lease = { state: "sending", leaseUntil: now() + LEASE_MS } as const;
			const take = (ids: number[]) =>
				ids.length > 0 ? tx.update(outbox).set(lease).where(inArray(outbox.id, ids)).returning().all() : [];
			const rows = choose(tx, most, busy);
			const taken = take(rows);
			return deliveries(tx, [...taken, ...take(receiptsBeside(tx, taken, now()))], { ...runtime, ...parts });
		});
	}

	/** Those that leave now, and are still true: one that is not is cancelled before anything is sent. @returns their numbers */
	function choose(tx: Orm, most: { all: number; paced: number }, busy: readonly string[]): number[] {
		const chosen: { id: number; address: string; urgency: Urgency }[] = [];
		while (chosen.length < most.all) {
			const paced = chosen.filter(({ urgency }) => isPaced(urgency)).length;
			const found = next(paced < most.paced ? ALL_URGENCIES : UNPACED, [
				...busy,
				...chosen.map(({ address }) => address),
			]);
			if (!found) break;
			cancelOutdated(tx, { ids: [found.id] });
			optOuts.cancelUnwanted(tx, [found.id]);
			const isTrue = and(eq(outbox.id, found.id), isWaiting);
			if (tx.select({ id: outbox.id }).from(outbox).where(isTrue).get()) chosen.push(found);
		}
		return chosen.map(({ id }) => id);
	}

	/**
	 * Once a minute, because it reads all that waits: cancels what is not true any more, though its turn has not come, and
	 * lets no mail wait for a clock that was set back.
	 */
	async function lookOver(): Promise<void> {
		const at = performance.now();
		if (at - lookedOverAt < MINUTE) return;
		lookedOverAt = at;
		await db.settle((tx) => {
			cancelOutdated(tx, "all");
			tx.update(outbox)
				.set({ nextAt: sql`${now()} + max(0, ${outbox.nextAt} - ${outbox.createdAt})`, createdAt: now() })
				.where(and(isWaiting, eq(outbox.attempts, 0), gt(outbox.createdAt, now())))
				.run();
			tx.update(outbox)
				.set({ nextAt: now() })
				.where(and(isWaiting, gt(outbox.attempts, 0), gt(outbox.nextAt, now() + LONGEST_WAIT_MS)))
				.run();
		});
	}

	/**
	 * Marks a mail as sent; a mail by organisers is logged in its entry in the same transaction. The stored text loses
	 * its links' keys: they are in the mailbox now.
	 */
	async function markSent({ rows }: Delivery): Promise<void> {
		const sent = { state: "sent", sentAt: now(), leaseUntil: null, lastError: null } as const;
		await db.settle((tx) => {
			for (const row of rows) {
				// A person may have been erased while the mail was on its way.
				const body = sql`iif(${outbox.toAddress} = '', '', ${withoutKeys(row.body)})`;
				const attempts = row.attempts + 1;
				tx.update(outbox)
					.set({ ...sent, body, attempts })
					.where(eq(outbox.id, row.id))
					.run();
				const { entryId, actorId } = row;
				const announced = statusOf(row.kind);
				const state = announced ?? LOGGED[row.kind];
				if (entryId === null || !state) continue;
				const told = announced && tell(tx, entryId, announced);
				tx.insert(entryLog).values({ entryId, at: now(), actorId, type: "Email", state, told }).run();
			}
		});
	}

	/** A mail cancelled while being sent stays cancelled. */
	const stillLeased = ({ id }: OutboxRow) => and(eq(outbox.id, id), eq(outbox.state, "sending"));

	/**
	 * Records a failure. A refused mail fails at once; others are retried at growing intervals (±20 %), for two days,
	 * or until the cause is repaired. After that they need not wait for hours.
	 */
	async function markFailed({ rows }: Delivery, reason: string, verdict: Verdict, soon = false): Promise<void> {
		const tries = Math.max(...rows.map(({ attempts }) => attempts));
		const wait = BACKOFF_MS[Math.min(tries, soon ? LONGEST_HELD_UP : BACKOFF_MS.length - 1)] ?? 0;
		const nextAt = now() + Math.round(wait * (0.8 + Math.random() * 0.4));
		const lastError = reason.slice(0, 500);
		await db.settle((tx) => {
			for (const row of rows) {
				const attempts = row.attempts + 1;
				const isOver = verdict === "refused" || (verdict === "later" && attempts >= MOST_ATTEMPTS);
				const state = isOver ? "failed" : "pending";
				const set = { state, attempts, leaseUntil: null, nextAt, lastError } as const;
				const { changes } = tx.update(outbox).set(set).where(stillLeased(row)).run();
				if (isOver && changes > 0) tellWithoutMail(tx, row);
			}
		});
	}

	/** Nothing more will come to the mailbox: the author's pages say what the mail would have. */
	function tellWithoutMail(tx: Orm, { entryId, kind, actorId }: OutboxRow): void {
		const announced = statusOf(kind);
		if (entryId !== null && announced) tellOnPages(tx, { entryId, status: announced, actorId, at: now() });
	}

	/** Gives a leased mail back untouched, when the queue pauses or the server stops. */
	async function release({ rows }: Delivery): Promise<void> {
		await db.settle((tx) => {
			const pending = { state: "pending", leaseUntil: null } as const;
			for (const row of rows) tx.update(outbox).set(pending).where(stillLeased(row)).run();
		});
	}

	return {
		...createMailBounds(runtime),
		...createMailWriting(runtime),
		claim,
		markSent,
		markFailed,
		release,
	};
}
