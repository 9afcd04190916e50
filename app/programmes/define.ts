/**
 * What a programme is: plain data that the form, the checks, storage, lists, mail and the API document all read.
 * Nothing here may hold a function, a component or a class name, so that one description serves every reader.
 */

import type { ProgrammeState } from "../enumerations.ts";
import type { EntryKind } from "../kinds.ts";

/** A text in both languages of the portal. */
export interface Words {
	en: string;
	zh: string;
}

export type Locale = keyof Words;

/**
 * Who may see an answer besides the administrators: the public, its author, or nobody else. Answers for
 * administrators only are asked only in their form.
 */
export type Audience = "public" | "owner" | "admin";

/** A field applies only while another one has this value (or, for lists, includes it). */
export type Condition = { field: string; is: string } | { field: string; includes: string };

export interface Option {
	value: string;
	label: Words;
}

/** A hint that is counted for the writer. Passing it warns and never refuses. */
export interface Advice {
	unit: "characters" | "words";
	limit: number;
}

/**
 * The kinds of fields. A new kind is added here, and the compiler then shows each place that must handle it. `max` is
 * the hard limit in code points, far above any hint.
 */
export interface FieldKinds {
	text: { max: number; autocomplete?: string; inputMode?: "numeric" | "tel" };
	email: { max: number; autocomplete?: string };
	url: { max: number; placeholder?: string };
	textarea: { max: number; rows: number; advice?: Advice };
	/** Radio buttons. `initial` is chosen at first. */
	radio: { options: readonly Option[]; initial?: string };
	/** One of many. */
	select: { options: readonly Option[] };
	/** Any number of a few. */
	choices: { options: readonly Option[] };
	/** A topic track. The proposal editor does not take "be assigned" for an answer (specification section 5). */
	track: { chosenInEditor?: true };
	/** Chooses between the forms of one programme: each option is settled by a variant with an address of its own. */
	switch: { options: readonly Option[] };
	/** A tick that makes answers repeat earlier ones, whatever was typed for them: target to source. */
	copy: { copies: Readonly<Record<string, string>> };
	consent: { text: Words };
	/** A portrait that everyone sees. `work`: a picture or PDF of the work instead, for its author and the organisers. */
	photo: { adviceBytes: number; work?: true };
}

export type FieldKind = keyof FieldKinds;

/** The entry column an answer lives in because SQL filters, sorts, joins or guards by it. Others go to the JSON column. */
export type EntryColumn = "name" | "email" | "org" | "title" | "trackId" | "photo" | "consent";

interface FieldCommon {
	/** Form control name, JSON key and CSV key: the entity's field name. */
	name: string;
	label: Words;
	hint?: Words;
	required?: true;
	when?: Condition;
	audience: Audience;
	column?: EntryColumn;
	/** It came after the columns of CSV files were fixed, and has none. */
	csv?: false;
}

export type FieldOf<K extends FieldKind> = { [P in K]: FieldCommon & { kind: P } & FieldKinds[P] }[K];
export type Field = FieldOf<FieldKind>;

/** A part of the form under a heading. */
export interface Section {
	key: string;
	title: Words;
	lead?: Words;
	/** About the person and not the matter: stays the same from one entry to the next. */
	person?: true;
	fields: readonly Field[];
}

/** A form of the programme for one occasion: an address of its own, or an event named in the address. */
export interface Variant {
	path?: string;
	event?: string;
	banner?: Words;
	/** Answers it settles, whatever is posted. */
	fixed: Readonly<Record<string, string>>;
}

/** What the database starts with; administrators change it later. Instants are ISO 8601 with the event's offset. */
export interface Window {
	state: ProgrammeState;
	opensAt?: string;
	closesAt?: string;
}

export interface ProgrammeDefinition {
	/** The code stored with each entry. */
	category: string;
	kind: EntryKind;
	path: string;
	/** What the dashboard and lists call an entry of this programme. */
	label: Words;
	/** Heading of the form and page title. */
	title: Words;
	lead: Words;
	/** The login screen and the dashboard show a card for it, with its period; the others are listed when they are open. */
	announced?: true;
	/** `soft` lets a form through at the third failure of one field; `strict` never does. */
	checking: "soft" | "strict";
	window: Window;
	/** With their fields in the order in which missing ones are reported. */
	sections: readonly Section[];
	variants?: readonly Variant[];
}

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
