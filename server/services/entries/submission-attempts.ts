import { and, asc, count, eq, inArray, lt, notLike } from "drizzle-orm";
import { z } from "zod";
import type { Orm } from "../../../db/client.ts";
import { attempts } from "../../../db/schema.ts";
import { sha256 } from "../../secrets.ts";
import { type Actor, visitorSubject } from "../actor.ts";
import type { Runtime } from "../runtime.ts";

/** Failures per field name. */
export type Failures = Readonly<Record<string, number>>;

const MOST = 3;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Maximum rows for people not logged in; the oldest are deleted. */
const MOST_ROWS = 50_000;
const carried = z.record(z.string().max(64), z.coerce.number().int().min(0).max(MOST));

const ACCOUNT = "user:";
const isAccount = (subject: string) => subject.startsWith(ACCOUNT);

export type Attempts = ReturnType<typeof createAttempts>;

/**
 * Counts how often each field failed for one person on one form. The highest of three counts is used: a row for the
 * account, the browser's cookie or the client's `formSession`; a signed field in the page, for browsers that refuse
 * cookies; and the browser's own copy of that field. Forging one gains nothing, since anyone may proceed after three
 * attempts.
 */
export function createAttempts({ db, secrets, now }: Runtime) {
	/**
	 * The sender of a form: the account, else the session a REST client names, else the browser; undefined if unknown.
	 */
	function subjectOf(actor: Actor, formSession: string): string | undefined {
		if (actor.user) return `${ACCOUNT}${actor.user.id}`;
		if (formSession) return `form:${sha256(formSession).toString("base64url")}`;
		return actor.visitor && visitorSubject(actor.visitor);
	}

	/**
	 * Adds one failure to each of `fields` and returns their counts, with the signed field to carry them.
	 * @param form as `attemptsAt` names it
	 */
	async function fail(
		subject: string | undefined,
		category: string,
		fields: readonly string[],
		token: string,
	): Promise<{ failures: Failures; token: string }> {
		const known = readToken(category, token);
		const failures: Record<string, number> = {};
		await db.write((tx) => {
			const rows = subject ? stored(tx, subject, category) : {};
			for (const field of fields) {
				failures[field] = Math.min(MOST, Math.max(known[field] ?? 0, rows[field] ?? 0) + 1);
				if (!subject) continue;
				const row = { failures: failures[field] ?? MOST, updatedAt: now() };
				tx.insert(attempts)
					.values({ subject, category, field, ...row })
					.onConflictDoUpdate({ target: [attempts.subject, attempts.category, attempts.field], set: row })
					.run();
			}
			if (subject && !isAccount(subject)) makeRoom(tx);
		});
		return { failures, token: writeToken(category, { ...known, ...failures }) };
	}

	/** The counts as they are. @param form as `attemptsAt` names it */
	function known(subject: string | undefined, form: string, token: string): { failures: Failures; token: string } {
		const [carried, rows] = [readToken(form, token), subject ? stored(db.orm, subject, form) : {}];
		const names = Object.keys({ ...carried, ...rows });
		return {
			failures: Object.fromEntries(names.map((name) => [name, Math.max(carried[name] ?? 0, rows[name] ?? 0)])),
			token,
		};
	}

	function stored(tx: Orm, subject: string, category: string): Failures {
		const rows = tx
			.select()
			.from(attempts)
			.where(and(eq(attempts.subject, subject), eq(attempts.category, category)))
			.all();
		return Object.fromEntries(rows.map((row) => [row.field, row.failures]));
	}

	/** Deletes a few more than needed, so that not every attempt has to. */
	function makeRoom(tx: Orm): void {
		const ofVisitors = notLike(attempts.subject, `${ACCOUNT}%`);
		const present = tx.select({ rows: count() }).from(attempts).where(ofVisitors).get()?.rows ?? 0;
		if (present <= MOST_ROWS) return;
		const latest = tx
			.select({ at: attempts.updatedAt })
			.from(attempts)
			.where(ofVisitors)
			.orderBy(asc(attempts.updatedAt))
			.limit(1)
			.offset(present - MOST_ROWS + MOST_ROWS / 10);
		tx.delete(attempts)
			.where(and(ofVisitors, lt(attempts.updatedAt, latest)))
			.run();
	}

	/** Forgets the counts of a form, in the transaction that stores the entry. */
	function reset(tx: Orm, subject: string | undefined, category: string): void {
		if (!subject) return;
		tx.delete(attempts)
			.where(and(eq(attempts.subject, subject), eq(attempts.category, category)))
			.run();
	}

	/** In plain words, `name:1 email:2.signature`: they compress with the page, which has the same names. */
	function writeToken(category: string, failures: Failures): string {
		const body = Object.entries(failures)
			.map((one) => one.join(":"))
			.join(" ");
		return `${body}.${secrets.sign("attempts", `${category}.${body}`)}`;
	}

	function readToken(category: string, token: string): Failures {
		const [body = "", signature = ""] = token.split(".");
		if (!secrets.verifies("attempts", `${category}.${body}`, signature)) return {};
		const counts = body.split(" ").map((one) => one.split(":"));
		const parsed = carried.safeParse(Object.fromEntries(counts));
		return parsed.success ? parsed.data : {};
	}

	/** Removes counts that have not changed for 30 days. */
	async function sweep(): Promise<void> {
		await db.settle((tx) => {
			const old = tx
				.select({ subject: attempts.subject })
				.from(attempts)
				.where(lt(attempts.updatedAt, now() - KEPT_MS));
			tx.delete(attempts).where(inArray(attempts.subject, old)).run();
		});
	}

	return { subjectOf, fail, known, reset, sweep };
}
