import { and, eq, isNull } from "drizzle-orm";
import type { ProgrammeDefinition } from "../app/programmes/define.ts";
import type { Orm } from "./client.ts";
import { programmes, programmeVersions } from "./schema.ts";

/**
 * Fills the programmes of a database that has no definitions yet, new or from before it had any. A template that is
 * added to the program later is added to the database too; one that is in it already is left as organisers made it.
 * @param at milliseconds since the epoch
 */
export function layProgrammes(tx: Orm, templates: readonly ProgrammeDefinition[], at: number): void {
	templates.forEach((definition, position) => {
		const { category, window } = definition;
		const known = tx
			.select({ category: programmeVersions.category })
			.from(programmeVersions)
			.where(eq(programmeVersions.category, category))
			.limit(1)
			.get();
		if (known) return;
		tx.insert(programmes)
			.values({
				category,
				state: window.state,
				opensAt: instantOf(window.opensAt),
				closesAt: instantOf(window.closesAt),
			})
			.onConflictDoNothing()
			.run();
		tx.insert(programmeVersions).values({ category, version: 1, definition, at }).run();
		tx.update(programmes)
			.set({ position, version: 1 })
			.where(and(eq(programmes.category, category), isNull(programmes.version)))
			.run();
	});
}

const instantOf = (text: string | undefined) => (text === undefined ? null : Date.parse(text));
