import { desc, eq } from "drizzle-orm";
import type { ProgrammeDefinition } from "../../../app/programmes/define.ts";
import type { DefinitionFault } from "../../../app/programmes/definition-faults.ts";
import { keepingAll } from "../../../app/programmes/editing.ts";
import { programmeDrafts, programmes, programmeVersions, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import {
	BAD_SHAPE,
	type CallDefinitions,
	definitionAt,
	type EditedCall,
	type EditOutcome,
	shaped,
} from "./call-definitions.ts";

/** Most versions of a call that are listed. */
const MOST_VERSIONS = 50;

/** What a change makes of a definition; undefined if what it was made from is not so any more. */
type Change = (present: ProgrammeDefinition) => ProgrammeDefinition | undefined;

/**
 * The form of a call, for organisers. Changes are collected in a draft that visitors see nothing of, until it is
 * published.
 */
export function createCallEditing({ db }: Runtime, { read, keep, faultsOf }: CallDefinitions) {
	/** @throws AppError NOT_FOUND */
	function open(actor: Actor, category: string): EditedCall {
		requireCan(actor, "programmes.manage");
		return read(db.orm, category);
	}

	/**
	 * Changes the draft of a form. Nothing changes if the result would have a fault that the form does not have yet.
	 * @throws AppError NOT_FOUND; BAD_REQUEST for a result of a wrong shape
	 */
	async function edit(actor: Actor, category: string, change: Change): Promise<EditOutcome> {
		const { id } = requireCan(actor, "programmes.manage");
		return db.write((tx): EditOutcome => {
			const present = read(tx, category);
			const changed = change(present.definition);
			if (!changed) return { ok: false, stale: true };
			const next = shaped(changed, present);
			if (!next) return BAD_SHAPE;
			const known = faultsOf(tx, present.definition, present.live).map((one) => JSON.stringify(one));
			const faults = faultsOf(tx, next, present.live).filter((one) => !known.includes(JSON.stringify(one)));
			if (faults.length > 0) return { ok: false, faults };
			keep(tx, id, present, next);
			return { ok: true };
		});
	}

	/** What keeps the draft from being published. */
	function faults(actor: Actor, category: string): DefinitionFault[] {
		const { definition, live } = open(actor, category);
		return faultsOf(db.orm, definition, live);
	}

	/** Forgets the changes. @returns false if they are not those that were seen any more */
	async function discard(actor: Actor, category: string, revision: number): Promise<boolean> {
		requireCan(actor, "programmes.manage");
		return db.settle((tx) => {
			const { live, revision: present } = read(tx, category);
			if (present !== revision) return false;
			tx.delete(programmeDrafts).where(eq(programmeDrafts.category, category)).run();
			// What was never published is gone with its draft.
			if (!live) tx.delete(programmes).where(eq(programmes.category, category)).run();
			return true;
		});
	}

	/**
	 * Makes an earlier version the draft, to be looked at and published.
	 * @returns false, and nothing changes, where there is a draft already. @throws AppError NOT_FOUND
	 */
	async function takeUp(actor: Actor, category: string, version: number): Promise<boolean> {
		const { id } = requireCan(actor, "programmes.manage");
		return db.write((tx) => {
			const definition = definitionAt(tx, category, version);
			const present = read(tx, category);
			if (!definition || !present.live) throw new AppError("NOT_FOUND");
			if (present.revision > 0) return false;
			keep(tx, id, present, keepingAll(definition, present.live));
			return true;
		});
	}

	/** Versions, the newest first. */
	function versions(actor: Actor, category: string) {
		requireCan(actor, "programmes.manage");
		return db.orm
			.select({
				version: programmeVersions.version,
				at: programmeVersions.at,
				note: programmeVersions.note,
				by: users.email,
			})
			.from(programmeVersions)
			.leftJoin(users, eq(users.id, programmeVersions.actorId))
			.where(eq(programmeVersions.category, category))
			.orderBy(desc(programmeVersions.version))
			.limit(MOST_VERSIONS)
			.all();
	}

	return { open, edit, faults, discard, takeUp, versions };
}
