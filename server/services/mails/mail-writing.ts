import { and, eq, inArray, sql } from "drizzle-orm";
import { type MailKind, urgencyOf } from "../../../app/enumerations.ts";
import { SILENT } from "../../../app/lifecycle.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, outbox } from "../../../db/schema.ts";
import { sha256 } from "../../secrets.ts";
import type { Runtime } from "../runtime.ts";

export interface Letter {
	kind: MailKind;
	/** One mail per key, for ever. */
	dedupeKey: string;
	to: string;
	subject: string;
	body: string;
	/** The entry it is about. */
	entryId?: number;
	/** The version of the schedule it tells of. */
	version?: number;
	/** The release of decisions it belongs to. */
	decisionRelease?: number;
	/** The broadcast it is part of. */
	broadcast?: number;
	/** Where answers go, if not to the sender. */
	replyTo?: string;
	/** The person who sends it, if any. */
	actorId?: number;
	/** The keyed hash of who asked for it (`askerOf`). */
	askedBy?: string;
	/** An iCalendar file that goes with it. */
	calendar?: string;
	/** Not before this instant. */
	notBefore?: number;
	/** Worthless after this instant. */
	expiresAt?: number;
}

/** Adds mails to the outbox, and wakes the worker that sends them. */
export function createMailWriting({ db, now, config }: Pick<Runtime, "db" | "now" | "config">) {
	let wake = (): void => undefined;
	let isWaking = false;
	const host = config.publicUrl ? new URL(config.publicUrl).hostname : "rostrum.local";

	/**
	 * Adds a mail inside the caller's transaction. A key that is already there is left alone. Nothing is written about an
	 * entry that was removed as spam.
	 */
	function enqueue(_tx: Orm, letter: Letter): void {
		if (letter.entryId !== undefined && silent.get({ id: letter.entryId })) return;
		insert.run({
			kind: letter.kind,
			urgency: urgencyOf(letter.kind),
			dedupeKey: letter.dedupeKey,
			entryId: letter.entryId ?? null,
			version: letter.version ?? null,
			decisionRelease: letter.decisionRelease ?? null,
			broadcast: letter.broadcast ?? null,
			replyTo: letter.replyTo || null,
			actorId: letter.actorId ?? null,
			askedBy: letter.askedBy ?? null,
			toAddress: letter.to,
			subject: letter.subject,
			calendar: letter.calendar ?? null,
			body: letter.body,
			messageId: `<${sha256(letter.dedupeKey).toString("hex").slice(0, 40)}@${host}>`,
			nextAt: letter.notBefore ?? now(),
			expiresAt: letter.expiresAt ?? null,
			createdAt: now(),
		});
		wakeUp();
	}

	const silent = db.orm
		.select({ id: entries.id })
		.from(entries)
		.where(and(eq(entries.id, sql.placeholder("id")), inArray(entries.presence, SILENT)))
		.prepare();

	// Prepared: a broadcast writes thousands, and nobody else may write until it is done.
	const given = (name: string) => sql.placeholder(name);
	const insert = db.orm
		.insert(outbox)
		.values({
			kind: given("kind"),
			urgency: given("urgency"),
			dedupeKey: given("dedupeKey"),
			entryId: given("entryId"),
			version: given("version"),
			decisionRelease: given("decisionRelease"),
			broadcast: given("broadcast"),
			replyTo: given("replyTo"),
			actorId: given("actorId"),
			askedBy: given("askedBy"),
			toAddress: given("toAddress"),
			subject: given("subject"),
			calendar: given("calendar"),
			body: given("body"),
			messageId: given("messageId"),
			state: "pending",
			nextAt: given("nextAt"),
			expiresAt: given("expiresAt"),
			createdAt: given("createdAt"),
		})
		.onConflictDoNothing({ target: outbox.dedupeKey })
		.prepare();

	/** Does the work of `enqueue` without a mail, so that unknown addresses take equally long. */
	function enqueueNothing(tx: Orm, letter: Omit<Letter, "to">): void {
		enqueue(tx, { ...letter, to: "" });
		tx.delete(outbox).where(eq(outbox.dedupeKey, letter.dedupeKey)).run();
	}

	/** The worker registers here to be told that there is something to send. */
	function onEnqueue(listener: () => void): void {
		wake = listener;
	}

	/** Wakes the worker, once for all that is written now. */
	function wakeUp(): void {
		if (isWaking) return;
		isWaking = true;
		setImmediate(() => {
			isWaking = false;
			wake();
		});
	}

	return { enqueue, enqueueNothing, onEnqueue, wakeUp };
}
