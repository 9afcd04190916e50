import { eq } from "drizzle-orm";
import { keepingAll } from "../../../app/programmes/editing.ts";
import { programmeDrafts } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { type CallDefinitions, definitionAt, type Refusal } from "./call-definitions.ts";
import { appendVersion, indexAgain } from "./call-versions.ts";
import { lackingAnswers, markIncomplete } from "./lacking-answers.ts";

/** Publishes the draft of a call as its next version, and undoes that. */
export function createCallPublishing(runtime: Runtime, { read, keep, faultsOf }: CallDefinitions) {
	const { db, log, now, registry } = runtime;

	/**
	 * Makes the draft the next version, which visitors have from now on. @param revision of the draft as it was seen
	 * @param marks whether entries that lack an answer which becomes required are incomplete from now on
	 * @returns the number of the version
	 */
	async function publish(
		actor: Actor,
		category: string,
		{ revision, note, marks }: { revision: number; note: string; marks: boolean },
	): Promise<{ ok: true; version: number } | Refusal> {
		const { id } = requireCan(actor, "programmes.manage");
		const outcome = await db.write((tx) => {
			const present = read(tx, category);
			if (present.revision === 0 || present.revision !== revision) return { ok: false as const, stale: true as const };
			const found = faultsOf(tx, present.definition, present.live);
			if (found.length > 0) return { ok: false as const, faults: found };
			if (marks) markIncomplete(tx, lackingAnswers(tx, registry(), present));
			const version = appendVersion(tx, present.live, {
				category,
				definition: present.definition,
				actorId: id,
				note,
				at: now(),
			});
			tx.delete(programmeDrafts).where(eq(programmeDrafts.category, category)).run();
			return { ok: true as const, version };
		});
		if (!outcome.ok) return outcome;
		await indexAgain(runtime);
		log.info({ event: "call published", category, version: outcome.version, user: id }, "call published");
		return outcome;
	}

	/** How many entries lack an answer that becomes required. */
	function lacking(actor: Actor, category: string): number {
		requireCan(actor, "programmes.manage");
		return lackingAnswers(db.orm, registry(), read(db.orm, category)).length;
	}

	/**
	 * Undoes a publication: the version before it is published again. @param version that was published
	 * @returns false if it is not the present one, or the first, or its address is another call's now
	 */
	async function undo(actor: Actor, category: string, version: number, note: string): Promise<boolean> {
		const { id } = requireCan(actor, "programmes.manage");
		const done = await db.write((tx) => {
			const present = read(tx, category);
			const before = definitionAt(tx, category, version - 1);
			if (present.version !== version || !before || !present.live) return false;
			const definition = keepingAll(before, present.live);
			if (faultsOf(tx, definition, present.live).length > 0) return false;
			appendVersion(tx, present.live, { category, definition, actorId: id, note, at: now() });
			// What was just published comes back as changes, unless others have been made since.
			if (present.revision === 0) keep(tx, id, { ...present, live: definition }, present.live);
			return true;
		});
		if (done) await indexAgain(runtime);
		return done;
	}

	return { publish, lacking, undo };
}
