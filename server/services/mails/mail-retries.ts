import { and, asc, count, desc, eq, gt, inArray, isNull, lt, ne, not, or, type SQL } from "drizzle-orm";
import { NOT_SENT } from "../../../app/enumerations.ts";
import type { Orm } from "../../../db/client.ts";
import { isCut } from "../../../db/kept-mails.ts";
import { entries, outbox } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import { batchesOf, yieldToOthers } from "../limits/batches.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import { currentAddress, linkedIn } from "./current-address.ts";
import { shownTo } from "./hidden-mails.ts";
import type { Mailing, OutboxRow } from "./mailing.ts";
import type { OptOuts } from "./opt-outs.ts";
import { cancelOutdated } from "./outdated-letters.ts";

/** The result of retrying all failed mails. */
export interface Retried {
	/** Due again now. */
	retried: number;
	/** Still failed: restored from a backup and perhaps sent since, or no longer whole. */
	left: number;
}

/** An unsent mail without its recipient. */
export type UnsentMail = Pick<OutboxRow, "id" | "kind" | "state" | "attempts" | "createdAt" | "nextAt" | "lastError">;

export type MailRetries = ReturnType<typeof createMailRetries>;

const failed = eq(outbox.state, "failed");
/** A test mail that has left. By its key, which has an index: most mails of an old outbox are sent. */
const sentTest = and(eq(outbox.state, "sent"), gt(outbox.dedupeKey, "test:"), lt(outbox.dedupeKey, "test;"));
/** Waiting after an attempt that failed. */
const heldUp = and(eq(outbox.state, "pending"), gt(outbox.attempts, 0));
/** Most of these have been sent since the backup was made: only a person can tell which. */
const restored = eq(outbox.lastError, NOT_SENT.restored);

/** Tries mails again that did not leave. */
export function createMailRetries(
	runtime: Runtime,
	parts: { links: PrivateLinks; mailing: Mailing; optOuts: OptOuts },
) {
	const { db, now } = runtime;
	const { links, mailing, optOuts } = parts;
	const waits = () => and(heldUp, gt(outbox.nextAt, now()));
	const again = () => or(waits(), and(failed, or(isNull(outbox.lastError), ne(outbox.lastError, NOT_SENT.restored))));
	const numberOf = (wanted: SQL | undefined) => db.orm.select({ n: count() }).from(outbox).where(wanted).get()?.n ?? 0;

	/**
	 * Retries a failed mail if its content is still true, to its current address. The Message-ID stays, so that
	 * no mailbox gets it twice.
	 */
	async function one(actor: Actor, mailId: number): Promise<boolean> {
		requireCan(actor, "mails.manage");
		const done = await db.write((tx) => {
			cancelOutdated(tx, { ids: [mailId] });
			optOuts.cancelUnwanted(tx, [mailId]);
			return makeDue(tx, mailId);
		});
		if (done) mailing.wakeUp();
		return done;
	}

	/**
	 * Tries all again that were given up, except for restored ones, and lets those that wait for another attempt wait no
	 * longer. In batches, so that others are not held up; one that is interrupted can be repeated. Mails that the actor may
	 * not see are not counted.
	 */
	async function all(actor: Actor | "operator"): Promise<Retried> {
		const shown = actor === "operator" ? undefined : shownTo(runtime, requireCan(actor, "mails.manage"));
		await db.write((tx) => cancelOutdated(tx, "all"));
		const isHidden = hiddenAmong(again(), shown);
		const ids = db.orm.select({ id: outbox.id }).from(outbox).where(again()).orderBy(asc(outbox.id)).all();
		let retried = 0;
		for (const batch of batchesOf(ids)) {
			const done = await db.write((tx) => batch.filter(({ id }) => makeDue(tx, id) || hasten(tx, id)));
			retried += done.filter(({ id }) => !isHidden.has(id)).length;
			await yieldToOthers();
		}
		if (retried > 0) mailing.wakeUp();
		return { retried, left: numberOf(and(failed, shown)) };
	}

	function hiddenAmong(wanted: SQL | undefined, shown: SQL | undefined): ReadonlySet<number> {
		if (!shown) return new Set();
		const rows = db.orm
			.select({ id: outbox.id })
			.from(outbox)
			.where(and(wanted, not(shown)))
			.all();
		return new Set(rows.map(({ id }) => id));
	}

	function makeDue(tx: Orm, mailId: number): boolean {
		const row = tx
			.select()
			.from(outbox)
			.where(and(eq(outbox.id, mailId), failed))
			.get();
		if (!row) return false;
		const toAddress = currentAddress(tx, row);
		const body = whole(tx, { ...row, toAddress });
		if (isCut(body)) return false;
		tx.update(outbox)
			.set({ body, state: "pending", attempts: 0, nextAt: now(), leaseUntil: null, toAddress })
			.where(eq(outbox.id, mailId))
			.run();
		return true;
	}

	function hasten(tx: Orm, mailId: number): boolean {
		const isThis = and(eq(outbox.id, mailId), waits());
		return tx.update(outbox).set({ nextAt: now() }).where(isThis).run().changes > 0;
	}

	/** Body of a mail with the recipient's private keys restored: backups store it without. */
	function whole(tx: Orm, { body, toAddress }: OutboxRow): string {
		const ids = linkedIn(body);
		const named = ids.length > 0 ? tx.select().from(entries).where(inArray(entries.id, ids)).all() : [];
		const theirs = named.filter(({ userId, emailFolded }) => userId === null && emailFolded === foldEmail(toAddress));
		return theirs.reduce((text, entry) => links.completed(text, entry), body);
	}

	/**
	 * How many mails wait, how many of them after a failed attempt, how many failed, and the latest reason. It contains no
	 * email address except those a mail server mentions.
	 */
	function summary() {
		const newest = (wanted: SQL | undefined) =>
			db.orm
				.select({ reason: outbox.lastError })
				.from(outbox)
				.where(wanted)
				.orderBy(desc(outbox.nextAt))
				.limit(1)
				.get();
		const waiting = numberOf(heldUp);
		return {
			pending: numberOf(eq(outbox.state, "pending")),
			heldUp: waiting,
			failed: numberOf(failed),
			/** Those of them that a backup brought back. */
			restored: numberOf(and(failed, restored)),
			/** Whether a test mail has left: sent mails stay in the outbox. */
			isTested: db.orm.select({ id: outbox.id }).from(outbox).where(sentTest).limit(1).get() !== undefined,
			reason: (waiting > 0 ? newest(heldUp)?.reason : undefined) ?? undefined,
		};
	}

	/** Whether there is anything that `all` could try again. */
	function hasAny(actor: Actor): boolean {
		const wanted = and(again(), shownTo(runtime, requireCan(actor, "mails.manage")));
		return db.orm.select({ id: outbox.id }).from(outbox).where(wanted).limit(1).get() !== undefined;
	}

	/** Mails that wait, are on their way or were given up, the oldest first, for the operator's commands. */
	function unsent(most: number): { mails: UnsentMail[]; total: number; restored: number } {
		const { id, kind, state, attempts, createdAt, nextAt, lastError } = outbox;
		const wanted = or(eq(state, "pending"), eq(state, "sending"), failed);
		const columns = { id, kind, state, attempts, createdAt, nextAt, lastError };
		return {
			mails: db.orm.select(columns).from(outbox).where(wanted).orderBy(asc(id)).limit(most).all(),
			total: numberOf(wanted),
			restored: numberOf(and(failed, restored)),
		};
	}

	return { one, all, hasAny, summary, unsent };
}
