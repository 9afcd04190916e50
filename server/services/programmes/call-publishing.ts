import { eq, max } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { programmeDrafts, programmes, programmeVersions } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { type CallDefinitions, definitionAt, type Refusal } from "./call-definitions.ts";

/** Publishes the draft of a call as its next version, and undoes that. */
export function createCallPublishing({ db, log, now }: Runtime, { read, keep, faultsOf }: CallDefinitions) {
	/**
	 * Makes the draft the next version, which visitors have from now on. @param revision of the draft as it was seen
	 * @returns the number of the version
	 */
	async function publish(
		actor: Actor,
		category: string,
		{ revision, note }: { revision: number; note: string },
	): Promise<{ ok: true; version: number } | Refusal> {
		const { id } = requireCan(actor, "programmes.manage");
		const outcome = await db.write((tx) => {
			const present = read(tx, category);
			if (present.revision === 0 || present.revision !== revision) return { ok: false as const, stale: true as const };
			const found = faultsOf(tx, present.definition, present.live);
			if (found.length > 0) return { ok: false as const, faults: found };
			const version = append(tx, { category, definition: present.definition, actorId: id, note });
			tx.delete(programmeDrafts).where(eq(programmeDrafts.category, category)).run();
			return { ok: true as const, version };
		});
		if (outcome.ok)
			log.info({ event: "call published", category, version: outcome.version, user: id }, "call published");
		return outcome;
	}

	function append(tx: Orm, row: Omit<typeof programmeVersions.$inferInsert, "version" | "at">): number {
		const { category } = row;
		const last = tx
			.select({ version: max(programmeVersions.version) })
			.from(programmeVersions)
			.where(eq(programmeVersions.category, category))
			.get()?.version;
		const version = (last ?? 0) + 1;
		tx.insert(programmeVersions)
			.values({ ...row, version, at: now() })
			.run();
		tx.update(programmes).set({ version }).where(eq(programmes.category, category)).run();
		return version;
	}

	/**
	 * Undoes a publication: the version before it is published again. @param version that was published
	 * @returns false if it is not the present one, or the first
	 */
	async function undo(actor: Actor, category: string, version: number, note: string): Promise<boolean> {
		const { id } = requireCan(actor, "programmes.manage");
		return db.write((tx) => {
			const present = read(tx, category);
			const before = definitionAt(tx, category, version - 1);
			if (present.version !== version || !before) return false;
			append(tx, { category, definition: before, actorId: id, note });
			// What was just published comes back as changes, unless others have been made since.
			if (present.revision === 0 && present.live) keep(tx, id, { ...present, live: before }, present.live);
			return true;
		});
	}

	return { publish, undo };
}
