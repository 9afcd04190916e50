import type { EntryKind, PublicKind } from "../../../app/kinds.ts";
import type { EntryColumn, Field, Programme } from "../../../app/programmes/define.ts";
import type { Registry } from "../../../app/programmes/registry.ts";

/** Answers without a column of their own that some programme of a kind marks as public. */
export function publicNames(registry: Registry, kind: PublicKind): string[] {
	const fields = registry.every.flatMap((programme) => (programme.kind === kind ? programme.fields : []));
	const names = fields.filter(({ audience, column }) => audience === "public" && !column).map(({ name }) => name);
	return [...new Set(names)];
}

/** The parts of an entry that a programme may keep from the public. */
export interface Projected extends Record<"name" | "org" | "title", string> {
	category: string;
	kind: EntryKind;
	trackId: string | null;
	photo: string | null;
	answers: Record<string, string | string[]>;
}

const shownOf = new WeakMap<Programme, { names: ReadonlySet<string>; columns: ReadonlySet<EntryColumn> }>();

/** Names of the public answers of a programme, and the columns that some of them are in. */
function shownOfProgramme(programme: Programme) {
	const known = shownOf.get(programme);
	if (known) return known;
	const shown = programme.fields.filter(({ audience }) => audience === "public");
	const made = {
		names: new Set(shown.map(({ name }) => name)),
		columns: new Set(shown.flatMap(({ column }) => column ?? [])),
	};
	shownOf.set(programme, made);
	return made;
}

/** Names the answer to a question: by its column, if it has one. */
type Asked = Partial<Pick<Field, "name" | "column">>;

function shows(programme: Programme, { name = "", column }: Asked): boolean {
	const { names, columns } = shownOfProgramme(programme);
	return column ? columns.has(column) : names.has(name);
}

/**
 * The programmes that show visitors the answer to a question. A list that is ordered or narrowed by a hidden answer tells
 * it by comparison.
 * @param categories of the event
 * @returns "all", or the categories of those that show it
 */
export function categoriesShowing(
	registry: Registry,
	kind: PublicKind,
	categories: ReadonlySet<string>,
	asked: Asked,
): "all" | string[] {
	const own = registry.every.filter((one) => one.kind === kind && categories.has(one.category));
	const showing = own.filter((programme) => shows(programme, asked));
	// Entries of a programme that the database does not have are shown by what its kind asks.
	const isAll = showing.length === own.length && shows(registry.programmeOf("", { kind, answers: {} }), asked);
	return isAll ? "all" : showing.map(({ category }) => category);
}

/** An entry with nothing that its own programme keeps from the public: another one of its kind may show more. */
export function publicPartOf<Row extends Projected>(programme: Programme, row: Row): Row {
	const { names, columns } = shownOfProgramme(programme);
	const { name, org, title, trackId, photo } = row;
	return {
		...row,
		answers: Object.fromEntries(Object.entries(row.answers).filter(([one]) => names.has(one))),
		name: columns.has("name") ? name : "",
		org: columns.has("org") ? org : "",
		title: columns.has("title") ? title : "",
		trackId: columns.has("trackId") ? trackId : null,
		photo: columns.has("photo") ? photo : null,
	};
}
