import { and, eq, isNull } from "drizzle-orm";
import type { ProgrammeDefinition } from "../app/programmes/define.ts";
import type { Orm } from "./client.ts";
import { programmes, programmeVersions } from "./schema.ts";

/**
 * Fills the programmes of a database that has no definitions yet. Settings that it has from before are kept.
 * @param at milliseconds since the epoch
 */
export function layProgrammes(tx: Orm, templates: readonly ProgrammeDefinition[], at: number): void {
	templates.forEach((definition, position) => {
		const { category, window } = definition;
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
