/**
 * What a programme is: plain data that the form, the checks, storage, lists, mail and the API document all read.
 * Nothing in it may be a function, a component or a class name, so that one description serves every reader and can be
 * stored. The shapes are those of `app/schemas/definition.ts`.
 */

import type { DefinedField, ProgrammeDefinition } from "../schemas/definition.ts";

export type { ProgrammeDefinition };
export type Section = ProgrammeDefinition["sections"][number];
export type Variant = NonNullable<ProgrammeDefinition["variants"]>[number];

/** A text in both languages of the portal. */
export type Words = ProgrammeDefinition["label"];
export type Locale = keyof Words;

export type Field = DefinedField;
export type FieldKind = Field["kind"];
export type FieldOf<K extends FieldKind> = { [P in K]: Extract<Field, { kind: P }> }[K];
export type Audience = Field["audience"];
export type Condition = NonNullable<Field["when"]>;
export type EntryColumn = NonNullable<Field["column"]>;
export type Option = FieldOf<"select">["options"][number];

export interface Programme extends ProgrammeDefinition {
	fields: readonly Field[];
	variants: readonly Variant[];
	/** It is no longer among the programmes while entries of it exist: it has no form. */
	archived?: true;
}

/** What is stored of a programme: everything that is not made of the rest. */
export function definitionOf({ fields: _, archived: __, ...definition }: Programme): ProgrammeDefinition {
	return definition;
}

/** A programme from its definition. @throws Error if names repeat or refer to nothing, so that no visitor meets a mistake */
export function defineProgramme(definition: ProgrammeDefinition): Programme {
	const fields = definition.sections.flatMap((section) => section.fields);
	const names = new Set<string>();
	const known = (name: string, by: string) => {
		if (!names.has(name)) throw new Error(`${definition.category}: ${by} names ${name}, which does not come before it`);
	};
	for (const field of fields) {
		if (names.has(field.name)) throw new Error(`${definition.category}: field ${field.name} is stated twice`);
		if (field.when) known(field.when.field, field.name);
		if (field.kind === "copy") for (const source of Object.values(field.copies)) known(source, field.name);
		names.add(field.name);
	}
	const variants = definition.variants ?? [];
	for (const { fixed } of variants) for (const name of Object.keys(fixed)) known(name, "a variant");
	return { ...definition, fields, variants };
}
