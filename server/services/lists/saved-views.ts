import { and, asc, eq, ne } from "drizzle-orm";
import { MOST_VIEWS } from "../../../app/enumerations.ts";
import type { EntryKind } from "../../../app/kinds.ts";
import { foldForSearch } from "../../../app/search/folding.ts";
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
			const those = tx.select().from(savedViews).where(eq(savedViews.kind, kind)).all();
			const present = those.find(isCalled(name));
			if (present) return present.search === search ? undefined : "taken";
			if (those.length >= MOST_VIEWS) return "tooMany";
			const { id } = tx.insert(savedViews).values(view).returning().get();
			note("saved", id, user);
		});
	}

	async function rename(actor: Actor, kind: EntryKind, id: number, name: string): Promise<ViewRefusal | undefined> {
		const { id: user } = requireCan(actor, "entries.manage");
		return db.write((tx): ViewRefusal | undefined => {
			const others = tx
				.select()
				.from(savedViews)
				.where(and(eq(savedViews.kind, kind), ne(savedViews.id, id)))
				.all();
			if (others.some(isCalled(name))) return "taken";
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

/** Names that differ by case or width only are one name to readers. */
const isCalled = (name: string) => (view: SavedView) => foldForSearch(view.name) === foldForSearch(name);
const numbered = (kind: EntryKind, id: number) => and(eq(savedViews.kind, kind), eq(savedViews.id, id));
