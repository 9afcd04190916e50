/**
 * What a programme is: plain data that the form, the checks, storage, lists, mail and the API document all read.
 * Nothing here may hold a function, a component or a class name, so that one description serves every reader.
 */

/** A text in both languages of the portal. */
export interface Words {
	en: string;
	zh: string;
}

export type Locale = keyof Words;

/** Who may see an answer besides the administrators: everybody, the person who sent it, or nobody else. */
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
 * The closed set of field kinds. A new kind is added here and then fails to compile exactly where it must be handled.
 * `max` is the hard cap in code points, far above any hint.
 */
export interface FieldKinds {
	text: { max: number; autocomplete?: string };
	email: { max: number; autocomplete?: string };
	url: { max: number; placeholder?: string };
	textarea: { max: number; rows: number; advice?: Advice };
	radio: { options: readonly Option[]; initial: string };
	track: { mustChoose?: true };
	consent: { text: Words };
	photo: { adviceBytes: number };
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
	/** Key of the section the form shows it in. */
	section: string;
}

export type FieldOf<K extends FieldKind> = { [P in K]: FieldCommon & { kind: P } & FieldKinds[P] }[K];
export type Field = FieldOf<FieldKind>;

export interface Section {
	key: string;
	title: Words;
	lead?: Words;
}

/** A form shown for one event inside the conference: a banner, and a track that cannot be changed. */
export interface Variant {
	event: string;
	banner: Words;
	track: string;
}

export type ProgrammeState = "open" | "closed" | "dates" | "external";

/** What the database starts with; administrators change it later. Instants are ISO 8601 with the event's offset. */
export interface Window {
	state: ProgrammeState;
	opensAt?: string;
	closesAt?: string;
}

export interface Programme {
	/** The code stored with each entry. */
	category: string;
	/** Dash-free first part of a spot id, as in `talk-12`. */
	kind: string;
	path: string;
	/** What the dashboard and lists call an entry of this programme. */
	label: Words;
	/** Heading of the form and page title. */
	title: Words;
	lead: Words;
	/** `soft` lets a form through at the third failure of one field; `strict` never does. */
	checking: "soft" | "strict";
	window: Window;
	sections: readonly Section[];
	/** In the order in which missing fields are reported. */
	fields: readonly Field[];
	variants: readonly Variant[];
}

/** States a programme. Fails at import when a name repeats or a section is unknown, so a slip never reaches a visitor. */
export function defineProgramme(programme: Programme): Programme {
	const names = new Set<string>();
	const sections = new Set(programme.sections.map((section) => section.key));
	for (const field of programme.fields) {
		if (names.has(field.name)) throw new Error(`${programme.category}: field ${field.name} is stated twice`);
		if (!sections.has(field.section)) throw new Error(`${programme.category}: ${field.name} names no section`);
		if (field.when && !names.has(field.when.field)) {
			throw new Error(`${programme.category}: ${field.name} depends on a field that does not come before it`);
		}
		names.add(field.name);
	}
	return programme;
}
