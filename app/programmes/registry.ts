import type { EntryKind } from "../kinds.ts";
import { archivedProgramme, type StoredAnswers, withoutForm } from "./archived.ts";
import type { Field, Programme } from "./define.ts";
import { bare, pathsOf } from "./forms.ts";

/** The programmes of an installation as they are now. Whoever needs one is given this, or the one programme. */
export interface Registry {
	/** Those with a form, in the order in which visitors see them. */
	all: readonly Programme[];
	/** Archived ones as well, behind the others. */
	every: readonly Programme[];
	/**
	 * The programme an entry belongs to; an archived one where it is not among them. @param stored the entry, which then
	 * tells what was asked; without it every field of every programme counts
	 */
	programmeOf(category: string, stored?: StoredAnswers): Programme;
	/** The programme with this category. */
	find(category: string): Programme | undefined;
	/** The programme whose form is at an address, in whatever case and with or without a slash at its end. */
	programmeAt(path: string): Programme | undefined;
	/** The programme whose form was at an address where no form is any more: archived, or moved since. */
	formerlyAt(path: string): Programme | undefined;
	/** The programme whose form is where that of an archived one was: the same call of the next event. */
	successorOf(category: string): Programme | undefined;
	/** The other way round: archived programmes whose form was where that of a programme is, the latest last. */
	predecessorsOf(category: string): Programme[];
	/** The archived programme with this category, if its form was at this address. */
	archivedAt(path: string, category: string): Programme | undefined;
	/** Where the form of a programme is, or was; "" for one that the database does not have. */
	addressOf(category: string): string;
	/**
	 * Every field that programmes of a kind (or all) ask or asked, once by its name, in the order of the programmes. What is
	 * said of it, such as who may see it, may differ in another programme.
	 */
	fieldsOfKind(kind: EntryKind | undefined): readonly Field[];
	/** The categories whose entries are of this kind. */
	categoriesOf(kind: EntryKind): string[];
}

/**
 * @param archived programmes without a form, of which there are entries @param former categories by every address that
 * their forms have had
 */
export function registryOf(
	all: readonly Programme[],
	archived: readonly Programme[] = [],
	former: ReadonlyMap<string, string> = new Map(),
): Registry {
	const gone = new Map(archived.map((programme) => [programme.category, withoutForm(programme)]));
	const byCategory = new Map(all.map((programme) => [programme.category, programme]));
	const byPath = new Map(all.flatMap((programme) => pathsOf(programme).map((path) => [path, programme])));
	const addresses = new Map(archived.map(({ category, path }) => [category, path]));
	const every = [...all, ...gone.values()];
	const byKind = new Map<EntryKind | undefined, readonly Field[]>();

	function fieldsOfKind(kind: EntryKind | undefined): readonly Field[] {
		const known = byKind.get(kind);
		if (known) return known;
		const fields = fieldsOf(every.filter((programme) => kind === undefined || programme.kind === kind));
		byKind.set(kind, fields);
		return fields;
	}

	return {
		all,
		every,
		programmeOf: (category, stored) =>
			byCategory.get(category) ??
			gone.get(category) ??
			archivedProgramme(
				category,
				stored,
				fieldsOfKind(stored?.kind),
				every.flatMap(({ fields }) => fields),
			),
		find: (category) => byCategory.get(category),
		programmeAt: (path) => byPath.get(bare(path)),
		formerlyAt: (path) => {
			const category = byPath.has(bare(path)) ? undefined : former.get(bare(path));
			return category === undefined ? undefined : (byCategory.get(category) ?? gone.get(category));
		},
		predecessorsOf: (category) => {
			const path = byCategory.get(category)?.path;
			return [...gone.values()].filter((one) => addresses.get(one.category) === path);
		},
		archivedAt: (path, category) => (addresses.get(category) === bare(path) ? gone.get(category) : undefined),
		addressOf: (category) => byCategory.get(category)?.path ?? addresses.get(category) ?? "",
		successorOf: (category) => byPath.get(addresses.get(category) ?? ""),
		fieldsOfKind,
		categoriesOf: (kind) => all.filter((programme) => programme.kind === kind).map(({ category }) => category),
	};
}

/** The fields of some programmes, once by their names. */
function fieldsOf(programmes: readonly Programme[]): Field[] {
	const fields = new Map<string, Field>();
	for (const field of programmes.flatMap((programme) => programme.fields)) {
		if (!fields.has(field.name)) fields.set(field.name, field);
	}
	return [...fields.values()];
}
