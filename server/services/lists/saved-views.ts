import { and, asc, count, eq, ne } from "drizzle-orm";
import { MOST_VIEWS } from "../../../app/enumerations.ts";
import type { EntryKind } from "../../../app/kinds.ts";
import type { Orm } from "../../../db/client.ts";
import { savedViews } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Runtime } from "../runtime.ts";

export type SavedView = typeof savedViews.$inferSelect;

/** Why a view was not saved or renamed: its name is taken, the list has as many as it may, or someone else deleted it. */
export type ViewRefusal = "taken" | "tooMany" | "gone";

export type SavedViews = ReturnType<typeof createSavedViews>;

/** Lists of the console as organisers narrowed them, by name. They belong to the event, not to whoever saved them. */
export function createSavedViews({ db, log }: Pick<Runtime, "db" | "log">) {
	const all = db.remembering((kind: EntryKind) =>
		db.orm.select().from(savedViews).where(eq(savedViews.kind, kind)).orderBy(asc(savedViews.name)).all(),
	);

	/** The views of a list, by name. */
	function list(actor: Actor, kind: EntryKind): readonly SavedView[] {
		requireCan(actor, "entries.read");
		return all(kind);
	}

	/** Saves the address of a list. Repeating it succeeds. @param view.name 1 to 60 characters */
	async function save(actor: Actor, view: Omit<SavedView, "id">): Promise<ViewRefusal | undefined> {
		const { id: user } = requireCan(actor, "entries.manage");
		return db.write((tx): ViewRefusal | undefined => {
			const { kind, name, search } = view;
			const present = tx.select().from(savedViews).where(named(kind, name)).get();
			if (present) return present.search === search ? undefined : "taken";
			const those = tx.select({ n: count() }).from(savedViews).where(eq(savedViews.kind, kind)).get();
			if ((those?.n ?? 0) >= MOST_VIEWS) return "tooMany";
			const { id } = tx.insert(savedViews).values(view).returning().get();
			note("saved", id, user);
		});
	}

	async function rename(actor: Actor, kind: EntryKind, id: number, name: string): Promise<ViewRefusal | undefined> {
		const { id: user } = requireCan(actor, "entries.manage");
		return db.write((tx): ViewRefusal | undefined => {
			if (
				tx
					.select()
					.from(savedViews)
					.where(and(named(kind, name), ne(savedViews.id, id)))
					.get()
			)
				return "taken";
			if (tx.update(savedViews).set({ name }).where(numbered(kind, id)).run().changes === 0) return "gone";
			note("renamed", id, user);
		});
	}

	/** Repeating it succeeds. */
	async function remove(actor: Actor, kind: EntryKind, id: number): Promise<void> {
		const { id: user } = requireCan(actor, "entries.manage");
		await db.write((tx: Orm) => {
			if (tx.delete(savedViews).where(numbered(kind, id)).run().changes > 0) note("deleted", id, user);
		});
	}

	function note(what: string, view: number, user: number): void {
		log.info({ event: "saved view", what, view, user }, `a saved view was ${what}`);
	}

	return { list, save, rename, remove };
}

const named = (kind: EntryKind, name: string) => and(eq(savedViews.kind, kind), eq(savedViews.name, name));
const numbered = (kind: EntryKind, id: number) => and(eq(savedViews.kind, kind), eq(savedViews.id, id));
