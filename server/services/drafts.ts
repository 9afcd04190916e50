import { and, eq, inArray, lt } from "drizzle-orm";
import type { RawForm } from "../../app/programmes/answers.ts";
import type { Orm } from "../../db/client.ts";
import { drafts } from "../../db/schema.ts";
import type { Actor } from "./actor.ts";
import type { Runtime } from "./runtime.ts";

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Belongs to one page or session and would be wrong in another. */
const NOT_KEPT = new Set(["formToken", "attempts", "key"]);

export type Drafts = ReturnType<typeof createDrafts>;

/** What somebody typed while it could not be taken: kept for 30 days, for the account or the browser's cookie. */
export function createDrafts({ db, now }: Runtime) {
	/** An account and the browser it is used in may both hold one; the account's counts first. */
	function subjectsOf({ user, visitor }: Actor): string[] {
		return [user && `user:${user.id}`, visitor && `visitor:${visitor}`].filter(
			(subject) => typeof subject === "string",
		);
	}

	/** `owner`: the account it belongs to although nobody is signed in any more. */
	async function save(actor: Actor, form: string, values: RawForm, owner?: number): Promise<void> {
		const [first] = subjectsOf(actor);
		const subject = owner === undefined ? first : `user:${owner}`;
		if (!subject) return;
		const kept = Object.fromEntries(Object.entries(values).filter(([name]) => !NOT_KEPT.has(name)));
		const row = { values: kept, updatedAt: now() };
		await db.write((tx) =>
			tx
				.insert(drafts)
				.values({ subject, form, ...row })
				.onConflictDoUpdate({ target: [drafts.subject, drafts.form], set: row })
				.run(),
		);
	}

	/** The newest one: what an account kept long ago must not hide what was typed just now. */
	function load(actor: Actor, form: string): RawForm | undefined {
		const rows = db.orm
			.select()
			.from(drafts)
			.where(and(inArray(drafts.subject, subjectsOf(actor)), eq(drafts.form, form)))
			.all();
		return rows.sort((a, b) => b.updatedAt - a.updatedAt)[0]?.values;
	}

	/** Forgets a draft because its author says so. */
	async function discard(actor: Actor, form: string): Promise<void> {
		await db.write((tx) => drop(tx, actor, form));
	}

	/** Forgets a draft, in the transaction that stores what it was for. */
	function drop(tx: Orm, actor: Actor, form: string): void {
		for (const subject of subjectsOf(actor)) {
			tx.delete(drafts)
				.where(and(eq(drafts.subject, subject), eq(drafts.form, form)))
				.run();
		}
	}

	async function sweep(): Promise<void> {
		await db.write((tx) =>
			tx
				.delete(drafts)
				.where(lt(drafts.updatedAt, now() - KEPT_MS))
				.run(),
		);
	}

	return { save, load, discard, drop, sweep };
}
