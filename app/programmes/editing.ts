import type { Field, ProgrammeDefinition, Section } from "./define.ts";
import { type Move, reordered } from "./order.ts";
import { isInherited } from "./slugs.ts";

/** Changes of a definition, each of which returns another one. What is not found stays as it is. */

export function fieldIn({ sections }: ProgrammeDefinition, name: string): Field | undefined {
	return sections.flatMap(({ fields }) => fields).find((field) => field.name === name);
}

export function sectionOf({ sections }: ProgrammeDefinition, name: string): Section | undefined {
	return sections.find(({ fields }) => fields.some((field) => field.name === name));
}

const withSections = (definition: ProgrammeDefinition, sections: readonly Section[]): ProgrammeDefinition => ({
	...definition,
	sections,
});

const mapSections = (definition: ProgrammeDefinition, change: (section: Section) => Section) =>
	withSections(definition, definition.sections.map(change));

/** Puts a question at the end of a section. */
export function addField(definition: ProgrammeDefinition, key: string, field: Field): ProgrammeDefinition {
	return mapSections(definition, (section) =>
		section.key === key ? { ...section, fields: [...section.fields, field] } : section,
	);
}

/** Replaces a question where it stands. */
export function replaceField(definition: ProgrammeDefinition, field: Field): ProgrammeDefinition {
	return mapSections(definition, (section) => ({
		...section,
		fields: section.fields.map((one) => (one.name === field.name ? field : one)),
	}));
}

export function removeField(definition: ProgrammeDefinition, name: string): ProgrammeDefinition {
	return mapSections(definition, (section) => ({
		...section,
		fields: section.fields.filter((field) => field.name !== name),
	}));
}

/** Moves a question one place up (-1) or down (1); from the end of a section into the next one. */
export function moveField(definition: ProgrammeDefinition, name: string, by: -1 | 1): ProgrammeDefinition {
	const at = definition.sections.findIndex(({ fields }) => fields.some((field) => field.name === name));
	const section = definition.sections[at];
	const field = fieldIn(definition, name);
	if (!section || !field) return definition;
	const place = section.fields.indexOf(field);
	const fields = section.fields.filter((one) => one !== field);
	const to = place + by;
	if (to >= 0 && to <= fields.length) {
		const moved = { ...section, fields: [...fields.slice(0, to), field, ...fields.slice(to)] };
		return mapSections(definition, (one) => (one === section ? moved : one));
	}
	const neighbour = definition.sections[at + by];
	if (!neighbour) return definition;
	return mapSections(definition, (one) => {
		if (one === section) return { ...one, fields };
		if (one !== neighbour) return one;
		return { ...one, fields: by < 0 ? [...one.fields, field] : [field, ...one.fields] };
	});
}

/** Moves a question to the place before another one; without one, to the end of a section. */
export function placeField(
	definition: ProgrammeDefinition,
	name: string,
	to: { section: string; before: string | undefined },
): ProgrammeDefinition {
	const field = fieldIn(definition, name);
	if (!field || !definition.sections.some(({ key }) => key === to.section)) return definition;
	return mapSections(removeField(definition, name), (section) => {
		if (section.key !== to.section) return section;
		const at = section.fields.findIndex((one) => one.name === to.before);
		const place = at < 0 ? section.fields.length : at;
		return { ...section, fields: [...section.fields.slice(0, place), field, ...section.fields.slice(place)] };
	});
}

export function addSection(definition: ProgrammeDefinition, section: Section): ProgrammeDefinition {
	return withSections(definition, [...definition.sections, section]);
}

export function replaceSection(
	definition: ProgrammeDefinition,
	key: string,
	said: Pick<Section, "title" | "lead" | "person">,
): ProgrammeDefinition {
	return mapSections(definition, (section) =>
		section.key === key ? { key, ...said, fields: section.fields } : section,
	);
}

/** @param to to be moved there; nothing changes if there is no such place */
export function moveSection(definition: ProgrammeDefinition, key: string, to: Move): ProgrammeDefinition {
	const { sections } = definition;
	const order = reordered(
		sections.map((section) => section.key),
		key,
		to,
	);
	return order
		? withSections(
				definition,
				order.flatMap((name) => sections.find((one) => one.key === name) ?? []),
			)
		: definition;
}

/** Removes a section without questions. */
export function removeSection(definition: ProgrammeDefinition, key: string): ProgrammeDefinition {
	return withSections(
		definition,
		definition.sections.filter((section) => section.key !== key || section.fields.length > 0),
	);
}

/**
 * A definition with everything that another one had and it lacks, retired: answers to a question or with an option stay
 * readable, whatever became of it.
 */
export function keepingAll(definition: ProgrammeDefinition, had: ProgrammeDefinition): ProgrammeDefinition {
	let kept = definition;
	for (const { key, fields } of had.sections) {
		for (const field of fields) {
			const present = fieldIn(kept, field.name);
			if (present) kept = replaceField(kept, withOptionsOf(present, field));
			else {
				const { when: _, required: __, ...rest } = field;
				const place = kept.sections.some((section) => section.key === key) ? key : kept.sections.at(-1)?.key;
				kept = addField(kept, place ?? key, { ...rest, retired: true } as Field);
			}
		}
	}
	return kept;
}

function withOptionsOf(field: Field, had: Field): Field {
	if (!("options" in field) || !("options" in had)) return field;
	const gone = had.options.filter(({ value }) => !field.options.some((option) => option.value === value));
	const retired = gone.map((option) => ({ ...option, retired: true as const }));
	return retired.length === 0 ? field : ({ ...field, options: [...field.options, ...retired] } as Field);
}

/** A name for a question or section from its English label, other than those that are taken. */
export function nameFor(label: string, isTaken: (name: string) => boolean, otherwise: string): string {
	const words = label.normalize("NFKD").match(/[a-zA-Z0-9]+/g) ?? [];
	const joined = words
		.map((word, index) =>
			index === 0 ? word.toLowerCase() : `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}`,
		)
		.join("")
		.replace(/^[0-9]+/, "")
		.slice(0, 30);
	const name = joined || otherwise;
	if (!(isTaken(name) || isInherited(name))) return name;
	for (let n = 2; ; n += 1) if (!isTaken(`${name}${n}`)) return `${name}${n}`;
}
