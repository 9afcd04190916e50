import { and, asc, eq, isNotNull } from "drizzle-orm";
import type { ProgrammeDefinition } from "../../../app/programmes/define.ts";
import { programmeDefinition } from "../../../app/schemas/definition.ts";
import type { Orm } from "../../../db/client.ts";
import { programmes, programmeVersions } from "../../../db/schema.ts";
import { ofCurrentEvent } from "../programmes/current-programmes.ts";

/** A call as the database has it. */
export type CallRow = ReturnType<typeof callRows>[number];

/** Published calls of the current event in their order, archived ones too. */
export function callRows(tx: Orm) {
	const { category, state, opensAt, closesAt, link, tells, confirmBy, remindDays, archived } = programmes;
	const asked = { confirmBy, remindDays };
	const { definition: live } = programmeVersions;
	return tx
		.select({ category, state, opensAt, closesAt, link, tells, ...asked, archived, live })
		.from(programmes)
		.innerJoin(
			programmeVersions,
			and(eq(programmeVersions.category, category), eq(programmeVersions.version, programmes.version)),
		)
		.where(and(isNotNull(programmes.version), ofCurrentEvent))
		.orderBy(asc(programmes.position), asc(category))
		.all();
}

const part = programmeDefinition.unwrap().partial({ window: true });

/**
 * The one form of a definition, so that two are compared as texts: properties as the schema orders them, names sorted.
 * One that was stored before a rule that it breaks stays as it is.
 */
export function sorted<Definition extends Omit<ProgrammeDefinition, "window">>(definition: Definition): Definition {
	const { data = definition } = part.safeParse(definition);
	return JSON.parse(JSON.stringify(data, sortNames)) as Definition;
}

/** Only `fixed` and `copies` have names of their own. */
function sortNames(name: string, value: unknown): unknown {
	if (name !== "fixed" && name !== "copies") return value;
	return Object.fromEntries(Object.entries(value as object).sort(([one], [other]) => (one < other ? -1 : 1)));
}
