import { eq, max } from "drizzle-orm";
import type { ProgrammeDefinition } from "../../../app/programmes/define.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, programmes, programmeVersions } from "../../../db/schema.ts";
import { takeTextsApart } from "../entries/entry-rows.ts";
import { yieldToOthers } from "../limits/batches.ts";
import type { Runtime } from "../runtime.ts";
import { completeOthers } from "./lacking-answers.ts";

/**
 * Makes a definition the next version of its call, which visitors have from now on. `indexAgain` follows.
 * @returns the number of the version
 */
export function appendVersion(
	tx: Orm,
	before: ProgrammeDefinition | undefined,
	row: Omit<typeof programmeVersions.$inferInsert, "version">,
): number {
	const { category } = row;
	const last = tx
		.select({ version: max(programmeVersions.version) })
		.from(programmeVersions)
		.where(eq(programmeVersions.category, category))
		.get()?.version;
	const version = (last ?? 0) + 1;
	tx.insert(programmeVersions)
		.values({ ...row, version })
		.run();
	tx.update(programmes).set({ version }).where(eq(programmes.category, category)).run();
	completeOthers(tx, row.definition);
	if (before && audiencesIn(before) !== audiencesIn(row.definition)) {
		// Visitors search what is public now.
		tx.update(entries).set({ publicText: null, searchText: "" }).where(eq(entries.category, category)).run();
	}
	return version;
}

/** Fills what searches look through, for entries of which that has changed. A start goes on with what is left. */
export async function indexAgain({ db, registry }: Pick<Runtime, "db" | "registry">): Promise<void> {
	while ((await db.write((tx) => takeTextsApart(tx, registry()))) > 0) await yieldToOthers();
}

/** Who may see each answer, as one text. */
const audiencesIn = ({ sections }: ProgrammeDefinition): string =>
	JSON.stringify(sections.flatMap(({ fields }) => fields.map(({ name, audience }) => [name, audience])).sort());
