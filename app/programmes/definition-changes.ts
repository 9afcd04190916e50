import type { Field, ProgrammeDefinition, Words } from "./define.ts";

/** A property that is different, and what it says before and after where that is a text in both languages. */
export interface ChangedPart {
	name: string;
	was?: Words;
	now?: Words;
	/** The value afterwards, where it is one of a few. */
	value?: string;
}

/** One difference between two definitions of a programme, as organisers are told before they publish. */
export interface DefinitionChange {
	what:
		| ("added" | "addedRequired" | "removed" | "retired" | "restored" | "changed" | "moved")
		| ("nowRequired" | "nowOptional")
		| ("form" | "section" | "sectionRemoved" | "sectionsMoved");
	/** The question or section it is about, by its present label; undefined for the form itself. */
	about?: Field["label"];
	field?: string;
	/** What of it is different. */
	parts: ChangedPart[];
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const NOTHING: Words = { en: "", zh: "" };

const isWords = (value: unknown): value is Words => typeof value === "object" && value !== null && "zh" in value;

/** The properties that differ, with their texts. */
function partsOf(one: object, other: object, among: readonly string[]): ChangedPart[] {
	const read = (from: object, name: string) => (from as Record<string, unknown>)[name];
	return among.flatMap((name): ChangedPart[] => {
		const [was, now] = [read(one, name), read(other, name)];
		if (same(was, now)) return [];
		const isText = isWords(was) || isWords(now);
		return [isText ? { name, was: isWords(was) ? was : NOTHING, now: isWords(now) ? now : NOTHING } : { name }];
	});
}

/** How the options of a question differ: those that come, go or are called something else. */
function optionsOf(was: Field, field: Field): ChangedPart[] {
	const [before, after] = [was, field].map((one) =>
		("options" in one ? one.options : []).filter((each) => !each.retired),
	);
	const labels = (of: typeof before) => new Map(of?.map(({ value, label }) => [value, label]));
	const [old, present] = [labels(before), labels(after)];
	const parts = [...new Set([...old.keys(), ...present.keys()])].flatMap((value): ChangedPart[] => {
		const [from = NOTHING, to = NOTHING] = [old.get(value), present.get(value)];
		return same(from, to) ? [] : [{ name: "option", was: from, now: to }];
	});
	return parts.length > 0 ? parts : [{ name: "options" }];
}

const FORM = ["label", "title", "lead", "path", "announced", "checking", "variants"];
const OF_FIELDS = ["label", "hint", "audience", "when", "options", "text", "max", "rows", "advice", "initial", "csv"];

/** Everything that publishing `after` in place of `before` would change. */
export function definitionChanges(before: ProgrammeDefinition, after: ProgrammeDefinition): DefinitionChange[] {
	const changes: DefinitionChange[] = [];
	const form = partsOf(before, after, FORM);
	if (form.length > 0) changes.push({ what: "form", parts: form });
	for (const section of after.sections) {
		const was = before.sections.find(({ key }) => key === section.key);
		const parts = was ? partsOf(was, section, ["title", "lead", "person"]) : [{ name: "title" }];
		if (parts.length > 0) changes.push({ what: "section", about: section.title, parts });
	}
	for (const section of before.sections) {
		const isGone = !after.sections.some(({ key }) => key === section.key);
		if (isGone) changes.push({ what: "sectionRemoved", about: section.title, parts: [] });
	}
	const keys = ({ sections }: ProgrammeDefinition, others: ProgrammeDefinition) =>
		sections.map(({ key }) => key).filter((key) => others.sections.some((section) => section.key === key));
	if (!same(keys(before, after), keys(after, before))) changes.push({ what: "sectionsMoved", parts: [] });
	const [old, now] = [before, after].map(({ sections }) => sections.flatMap(({ fields }) => fields));
	for (const field of now ?? [])
		changes.push(
			...changesOf(
				old?.find(({ name }) => name === field.name),
				field,
			),
		);
	for (const { name, label } of old ?? []) {
		if (!now?.some((field) => field.name === name))
			changes.push({ what: "removed", about: label, field: name, parts: [] });
	}
	const stay = (fields: readonly Field[] = [], among: readonly Field[] = []) =>
		fields.filter(({ name }) => among.some((one) => one.name === name)).map(({ name }) => name);
	const placed = ({ sections }: ProgrammeDefinition) =>
		new Map(sections.flatMap(({ key, fields }) => fields.map(({ name }) => [name, key] as const)));
	const order = stay(old, now);
	const [from, to] = [placed(before), placed(after)];
	const moved = movedIn(order, stay(now, old)).concat(order.filter((name) => from.get(name) !== to.get(name)));
	for (const name of new Set(moved)) {
		changes.push({ what: "moved", about: now?.find((field) => field.name === name)?.label, field: name, parts: [] });
	}
	return changes;
}

function changesOf(was: Field | undefined, field: Field): DefinitionChange[] {
	const { name, label } = field;
	const change = (what: DefinitionChange["what"], parts: ChangedPart[] = []) => ({
		what,
		about: label,
		field: name,
		parts,
	});
	if (!was) return [change(field.required ? "addedRequired" : "added")];
	const changes = [];
	if (!was.retired && field.retired) changes.push(change("retired"));
	if (was.retired && !field.retired) changes.push(change("restored"));
	if (was.required !== field.required) changes.push(change(field.required ? "nowRequired" : "nowOptional"));
	const parts = partsOf(was, field, OF_FIELDS).flatMap((part) => {
		if (part.name === "options") return optionsOf(was, field);
		return part.name === "audience" ? [{ name: "audience", value: field.audience }] : [part];
	});
	if (parts.length > 0) changes.push(change("changed", parts));
	return changes;
}

/** The names that have another place among the others: as few as say how one order becomes the other. */
function movedIn(before: readonly string[], after: readonly string[]): string[] {
	// The longest run of names that keep their order; the rest have moved.
	const at = after.map((name) => before.indexOf(name));
	const best = at.map(() => ({ length: 1, from: -1 }));
	at.forEach((place, index) => {
		for (let earlier = 0; earlier < index; earlier += 1) {
			const one = best[earlier];
			if ((at[earlier] ?? 0) < place && one && one.length >= (best[index]?.length ?? 0))
				best[index] = { length: one.length + 1, from: earlier };
		}
	});
	const stays = new Set<number>();
	let last = best.reduce((found, one, index) => (one.length > (best[found]?.length ?? 0) ? index : found), 0);
	while (last >= 0 && best.length > 0) {
		stays.add(last);
		last = best[last]?.from ?? -1;
	}
	return after.filter((_, index) => !stays.has(index));
}
