import type { Field, ProgrammeDefinition } from "../../../app/programmes/define.ts";

const fieldsOf = ({ sections }: ProgrammeDefinition): Field[] => sections.flatMap(({ fields }) => fields);

/** Something that was public and has to stay, so that answers remain readable. */
export interface LostPart {
	what: "call" | "question" | "kind" | "option";
	about: string;
}

/**
 * What a definition lacks of one that was public: a question keeps its name, its kind and its column, and so do the
 * values of its options; a call keeps its category and its kind.
 */
export function lostParts(live: ProgrammeDefinition, definition: ProgrammeDefinition): LostPart[] {
	const now = fieldsOf(definition);
	const isSame = definition.category === live.category && definition.kind === live.kind;
	const ofCall: LostPart[] = isSame ? [] : [{ what: "call", about: live.category }];
	return ofCall.concat(
		fieldsOf(live).flatMap((field) =>
			lostOf(
				field,
				now.find(({ name }) => name === field.name),
			),
		),
	);
}

function lostOf(field: Field, now: Field | undefined): LostPart[] {
	const { name } = field;
	if (!now) return [{ what: "question", about: name }];
	if (now.kind !== field.kind || now.column !== field.column) return [{ what: "kind", about: name }];
	if (!("options" in field) || !("options" in now)) return [];
	return field.options
		.filter(({ value }) => !now.options.some((option) => option.value === value))
		.map(({ value }) => ({ what: "option", about: `${name}: ${value}` }));
}
