import { and, eq, ne } from "drizzle-orm";
import type { ProgrammeDefinition } from "../../../app/programmes/define.ts";
import { type DefinitionFault, definitionFaults } from "../../../app/programmes/definition-faults.ts";
import { pathsOf } from "../../../app/programmes/forms.ts";
import { programmeDefinition } from "../../../app/schemas/definition.ts";
import type { Orm } from "../../../db/client.ts";
import { programmeDrafts, programmes, programmeVersions, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { newRevision } from "../revisions.ts";
import type { Runtime } from "../runtime.ts";
import { ofCurrentEvent } from "./current-programmes.ts";
import { lostParts } from "./kept-questions.ts";

/** A call as organisers edit it. */
export interface EditedCall {
	category: string;
	/** What visitors have; undefined for one that was never published. */
	live: ProgrammeDefinition | undefined;
	/** Of what visitors have; 0 for none. */
	version: number;
	/** With the changes that visitors do not have yet. */
	definition: ProgrammeDefinition;
	/** Names the state of the changes, for a form that relies on it; 0 without changes. */
	revision: number;
	/** Who changed it last, and when, if there are changes. */
	changed: { by: string; at: number } | undefined;
	archived: boolean;
}

export type EditOutcome = { ok: true } | Refusal;
export type Refusal =
	| { ok: false; stale: true; faults?: never }
	| { ok: false; faults: DefinitionFault[]; stale?: never };

export type CallDefinitions = ReturnType<typeof createCallDefinitions>;

/**
 * Reads and keeps the definitions of calls, in the caller's transaction.
 * @param isFree whether no page of the portal has an address
 */
export function createCallDefinitions(
	{ now, registry }: Pick<Runtime, "now" | "registry">,
	{ isFree }: { isFree: (path: string) => boolean },
) {
	/** @throws AppError NOT_FOUND */
	function read(tx: Orm, category: string): EditedCall {
		const row = tx
			.select()
			.from(programmes)
			.where(and(eq(programmes.category, category), ofCurrentEvent))
			.get();
		const draft = tx
			.select({ ...columns, by: users.email })
			.from(programmeDrafts)
			.leftJoin(users, eq(users.id, programmeDrafts.actorId))
			.where(eq(programmeDrafts.category, category))
			.get();
		const live = row?.version ? definitionAt(tx, category, row.version) : undefined;
		const definition = draft?.definition ?? live;
		if (!row || !definition) throw new AppError("NOT_FOUND");
		return {
			category,
			live,
			version: row.version ?? 0,
			definition,
			revision: draft?.revision ?? 0,
			changed: draft && { by: draft.by ?? "", at: draft.at },
			archived: row.archived,
		};
	}

	/** Keeps a definition as the draft of its call; one that visitors have already needs none. */
	function keep(tx: Orm, actorId: number, { category, live }: EditedCall, definition: ProgrammeDefinition) {
		if (live && JSON.stringify(definition) === JSON.stringify(live)) {
			tx.delete(programmeDrafts).where(eq(programmeDrafts.category, category)).run();
			return;
		}
		const values = { definition, revision: newRevision(), at: now(), actorId };
		tx.insert(programmeDrafts)
			.values({ category, ...values })
			.onConflictDoUpdate({ target: programmeDrafts.category, set: values })
			.run();
	}

	/** Everything that keeps a definition from being published. */
	function faultsOf(
		tx: Orm,
		definition: ProgrammeDefinition,
		live: ProgrammeDefinition | undefined,
	): DefinitionFault[] {
		const faults = definitionFaults(definition, live);
		const { category } = definition;
		const others = tx
			.select({ category: programmes.category, version: programmes.version, draft: programmeDrafts.definition })
			.from(programmes)
			.leftJoin(programmeDrafts, eq(programmeDrafts.category, programmes.category))
			.where(and(ne(programmes.category, category), eq(programmes.archived, false), ofCurrentEvent))
			.all();
		const taken = new Set([
			...registry()
				.all.filter((programme) => programme.category !== category)
				.flatMap(pathsOf),
			...others.flatMap(({ draft }) => (draft ? pathsOf(draft) : [])),
		]);
		for (const path of pathsOf(definition)) {
			if (taken.has(path) || !isFree(path)) faults.push({ part: "path", fault: "pathTaken", about: path });
		}
		return faults;
	}

	return { read, keep, faultsOf };
}

const columns = {
	definition: programmeDrafts.definition,
	revision: programmeDrafts.revision,
	at: programmeDrafts.at,
};

/** The definition that a version had. */
export function definitionAt(tx: Orm, category: string, version: number): ProgrammeDefinition | undefined {
	return tx
		.select({ definition: programmeVersions.definition })
		.from(programmeVersions)
		.where(and(eq(programmeVersions.category, category), eq(programmeVersions.version, version)))
		.get()?.definition;
}

/**
 * A definition in its one stored form; undefined where its shape is wrong.
 * @throws AppError BAD_REQUEST where it changes what may never change
 */
export function shaped(definition: unknown, present: EditedCall | undefined): ProgrammeDefinition | undefined {
	const parsed = programmeDefinition.safeParse(definition);
	if (!parsed.success) return;
	const { live } = present ?? {};
	if (!live) return parsed.data;
	if (lostParts(live, parsed.data).length > 0) throw new AppError("BAD_REQUEST");
	return parsed.data;
}

/** What is said of a definition whose shape is wrong although its parts were right: there are too many of them. */
export const BAD_SHAPE: Refusal = { ok: false, faults: [{ part: "form", fault: "badShape" }] };
