import { and, count, eq, inArray, sql } from "drizzle-orm";
import { ACTIVE } from "../../../app/lifecycle.ts";
import type { ProgrammeDefinition } from "../../../app/programmes/define.ts";
import { type Move, reordered } from "../../../app/programmes/order.ts";
import { drafts, entries, programmeDrafts, programmes } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { BAD_SHAPE, type CallDefinitions, type EditOutcome, shaped } from "./call-definitions.ts";
import { ofCurrentEvent } from "./current-programmes.ts";

/** Most programmes of an event. */
const MOST_PROGRAMMES = 100;

/** All calls, for organisers: adds, orders and archives them. */
export function createCallList({ db, event, log }: Runtime, { read, keep, faultsOf }: CallDefinitions) {
	/**
	 * Starts a call from a template or as a copy of another. Visitors see nothing of it until it is published.
	 * @throws AppError BAD_REQUEST if there are too many; NOT_FOUND for an unknown original
	 */
	async function create(
		actor: Actor,
		original: ProgrammeDefinition,
		said: Pick<ProgrammeDefinition, "category" | "path" | "label" | "title">,
	): Promise<EditOutcome> {
		const { id } = requireCan(actor, "programmes.manage");
		return db.write((tx): EditOutcome => {
			const all = tx.select().from(programmes).all();
			if (all.filter(({ eventId }) => eventId === event.id()).length >= MOST_PROGRAMMES)
				throw new AppError("BAD_REQUEST");
			const variants = variantsAt(original, said.path);
			const asked = shaped({ ...original, ...said, variants, window: { state: "closed" } }, undefined);
			if (!asked) return BAD_SHAPE;
			const isTaken = all.some(({ category }) => category === said.category);
			const found = faultsOf(tx, asked, undefined);
			if (isTaken) found.unshift({ part: "name", fault: "nameTaken", about: said.category });
			if (found.length > 0) return { ok: false, faults: found };
			const { category } = asked;
			const position = Math.max(-1, ...all.map((one) => one.position)) + 1;
			tx.insert(programmes).values({ category, eventId: event.id(), state: "closed", position }).run();
			keep(
				tx,
				id,
				{ category, live: undefined, version: 0, definition: asked, revision: 0, changed: undefined, archived: false },
				asked,
			);
			return { ok: true };
		});
	}

	/** Every call there is, archived ones and those in preparation too, in their order. */
	function all(actor: Actor) {
		requireCan(actor, "programmes.manage");
		return db.orm
			.select({ category: programmes.category, version: programmes.version, archived: programmes.archived })
			.from(programmes)
			.where(ofCurrentEvent)
			.orderBy(programmes.position, programmes.category)
			.all()
			.flatMap(({ category, version, archived }) => {
				if (version === null && !hasDraft(category)) return [];
				const { definition, live, revision } = read(db.orm, category);
				const { label, title, path } = live ?? definition;
				return [{ category, label, title, path, archived, isPublic: live !== undefined, isChanged: revision > 0 }];
			});
	}

	const hasDraft = (category: string) =>
		db.orm
			.select({ category: programmeDrafts.category })
			.from(programmeDrafts)
			.where(eq(programmeDrafts.category, category))
			.get() !== undefined;

	/** Moves a call among all. Nothing changes if there is no such place. */
	async function move(actor: Actor, category: string, to: Move): Promise<void> {
		requireCan(actor, "programmes.manage");
		await db.write((tx) => {
			const present = tx
				.select({ category: programmes.category })
				.from(programmes)
				.where(ofCurrentEvent)
				.orderBy(programmes.position, programmes.category)
				.all()
				.map((row) => row.category);
			reordered(present, category, to)?.forEach((one, position) => {
				tx.update(programmes).set({ position }).where(eq(programmes.category, one)).run();
			});
		});
	}

	/** Archives a call: its form is gone, its entries stay. Or brings it back. @throws AppError NOT_FOUND */
	async function setArchived(actor: Actor, category: string, archived: boolean): Promise<EditOutcome> {
		const { id } = requireCan(actor, "programmes.manage");
		const outcome = await db.write((tx): EditOutcome => {
			const { live } = read(tx, category);
			if (!live) throw new AppError("NOT_FOUND");
			// By now another call may have its address.
			const found = archived ? [] : faultsOf(tx, live, live).filter(({ part }) => part === "path");
			if (found.length > 0) return { ok: false, faults: found };
			tx.update(programmes).set({ archived }).where(eq(programmes.category, category)).run();
			return { ok: true };
		});
		if (outcome.ok) log.info({ event: "call archived", category, archived, user: id }, "call archived");
		return outcome;
	}

	/** How many people have entries or unsent forms of a call. */
	function inUse(actor: Actor, category: string): { entries: number; drafts: number } {
		requireCan(actor, "programmes.manage");
		const one = db.orm
			.select({ n: count() })
			.from(entries)
			.where(and(eq(entries.category, category), inArray(entries.presence, ACTIVE)))
			.get();
		const kept = db.orm
			.select({ n: count() })
			.from(drafts)
			.where(sql`${drafts.form} = ${category} or ${drafts.form} glob ${`${category}?event=*`}`)
			.get();
		return { entries: one?.n ?? 0, drafts: kept?.n ?? 0 };
	}

	return { all, create, move, setArchived, inUse };
}

/** The forms of a copy: each has the address of the original's, behind that of the copy. Those for events are left out. */
function variantsAt({ path, variants = [] }: ProgrammeDefinition, at: string): ProgrammeDefinition["variants"] {
	const own = variants.filter((variant) => variant.path?.startsWith(path));
	const moved = own.map((variant) => ({ ...variant, path: at + (variant.path ?? "").slice(path.length) }));
	return moved.length > 0 ? moved : undefined;
}
