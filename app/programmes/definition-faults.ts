import { rulesOfKind } from "../kinds.ts";
import { oneLine } from "./answers.ts";
import { defineProgramme, type Field, type ProgrammeDefinition } from "./define.ts";
import { isAsked, offered } from "./forms.ts";
import { isUnseen } from "./problems.ts";
import { isInherited } from "./slugs.ts";

/** What is wrong with a definition as a whole, and where. */
export interface DefinitionFault {
	/** The question it is about; undefined for the form. */
	field?: string;
	/** The part of it that has to be changed. */
	part: "name" | "kind" | "when" | "options" | "required" | "initial" | "form" | "path";
	fault:
		| "nameTaken"
		| "nameReserved"
		| "whenUnknown"
		| "whenLater"
		| "whenRetired"
		| "whenKind"
		| "whenOption"
		| "optionTwice"
		| "optionSpaces"
		| "noOptions"
		| "copyUnknown"
		| "kindTwice"
		| "noTracks"
		| "tooMany"
		| "columnLost"
		| "columnKind"
		| "columnTwice"
		| "pathTaken"
		| "requiredOfNobody"
		| "initialOption"
		| "sectionTwice"
		| "variantUnknown"
		| "variantOption"
		| "badShape";
	/** A name in its sentence. */
	about?: string;
	/** Which option it is about, counted from 0. */
	at?: number;
}

/**
 * Most form controls that one form may have, every option of a list of ticks counted: a post has at most 60 (reliability,
 * section 3), and a form has some of its own.
 */
export const MOST_CONTROLS = 54;

/** Names that other parts of forms, calls and files have. */
const RESERVED: ReadonlySet<string> = new Set(
	[
		"id category kind event key spot token sent attempts draftBase seen opened photo formToken formSession filename",
		"sendIncomplete",
		"theme locale status state userId creation updated withdrawn incomplete logs panelist scheduled mail reference",
		"call emailSent displayIndex spotId number panel",
		// Form controls of these names would hide the form's own properties.
		"action method submit reset elements length target",
	].flatMap((names) => names.split(" ")),
);

/** The page of a call of this name would be that of all calls. */
const ALL_CALLS = "all";

/** The kind of question whose answers a column takes. */
const KIND_OF_COLUMN: Record<NonNullable<Field["column"]>, Field["kind"]> = {
	name: "text",
	email: "email",
	org: "text",
	title: "text",
	trackId: "track",
	photo: "photo",
	consent: "consent",
};

/** Mails and lists need these of everyone. */
const ALWAYS_ASKED: readonly string[] = ["name", "email"];

/** Kinds of which a form has at most one, because entries have one place for the answer, under one name. */
const ONCE: Partial<Record<Field["kind"], string>> = { track: "tracks", photo: "file" };

/** Whether a question of one's own may have this name. */
export function isReserved(name: string): boolean {
	return RESERVED.has(name) || isInherited(name) || Object.values(ONCE).includes(name);
}

/**
 * Everything that is wrong with a definition whose shape is right. @param before the published one: what other parts
 * rely on may not be lost
 */
export function definitionFaults(definition: ProgrammeDefinition, before?: ProgrammeDefinition): DefinitionFault[] {
	const fields = definition.sections.flatMap((section) => section.fields);
	const faults = fields.flatMap((field, at) => faultsOf(definition, fields, field, at));
	const keys = definition.sections.map(({ key }) => key);
	const twice = keys.find((key, index) => keys.indexOf(key) < index);
	if (twice !== undefined) faults.push({ part: "form", fault: "sectionTwice", about: twice });
	if (definition.category === ALL_CALLS) faults.push({ part: "name", fault: "nameTaken", about: ALL_CALLS });
	for (const name of [definition.category, ...keys].filter(isInherited))
		faults.push({ part: "name", fault: "nameReserved", about: name });
	for (const [name, value] of (definition.variants ?? []).flatMap(({ fixed }) => Object.entries(fixed))) {
		const field = fields.find((one) => one.name === name);
		if (!field) faults.push({ part: "form", fault: "variantUnknown", about: name });
		else if ("options" in field && !field.retired && !offered(field).some((option) => option.value === value))
			faults.push({ part: "form", fault: "variantOption", about: value });
	}
	const asked = fields.filter(({ retired }) => !retired);
	if (faults.length === 0 && controlsOf(definition) > MOST_CONTROLS)
		faults.push({ part: "form", fault: "tooMany", about: String(MOST_CONTROLS) });
	const needed = [...ALWAYS_ASKED, ...(before ?? definition).sections.flatMap(columnsIn)];
	for (const column of new Set(needed)) {
		const isAsked = (field: Field) =>
			field.column === column && (!ALWAYS_ASKED.includes(column) || (field.audience !== "admin" && !field.when));
		if (!asked.some(isAsked)) faults.push({ part: "form", fault: "columnLost", about: column });
	}
	return faults;
}

/** Form controls of the largest of the forms that a definition describes. */
function controlsOf(definition: ProgrammeDefinition): number {
	const programme = defineProgramme(definition);
	const forms = programme.variants.length > 0 ? programme.variants : [undefined];
	const counts = forms.map((variant) =>
		programme.fields
			.filter((field) => isAsked(programme, field, { variant, editor: false }))
			.reduce((sum, field) => sum + (field.kind === "choices" ? offered(field).length : 1), 0),
	);
	return Math.max(...counts);
}

const columnsIn = ({ fields }: ProgrammeDefinition["sections"][number]) => fields.flatMap(({ column }) => column ?? []);

function faultsOf(
	{ kind }: ProgrammeDefinition,
	fields: readonly Field[],
	field: Field,
	at: number,
): DefinitionFault[] {
	const { name } = field;
	const found: DefinitionFault[] = [];
	const say = (part: DefinitionFault["part"], fault: DefinitionFault["fault"], about?: string, at?: number) =>
		void found.push({ field: name, part, fault, about, ...(at !== undefined && { at }) });
	const earlier = fields.slice(0, at);
	if (earlier.some((one) => one.name === name)) say("name", "nameTaken", name);
	const place = ONCE[field.kind];
	if (place === undefined ? isReserved(name) : name !== place) say("name", "nameReserved", name);
	if (place !== undefined && earlier.some((one) => one.kind === field.kind)) say("kind", "kindTwice");
	if (field.kind === "track" && !rulesOfKind(kind).hasTracks) say("kind", "noTracks");
	const { column } = field;
	// Tracks and files are looked for in their columns, whatever else is stored elsewhere.
	if (column ? KIND_OF_COLUMN[column] !== field.kind : place !== undefined) say("kind", "columnKind");
	if (column && earlier.some((one) => one.column === column && !excludes(one, field)))
		say("kind", "columnTwice", column);
	if (field.kind === "copy") {
		for (const [target, source] of Object.entries(field.copies)) {
			const isKnown = earlier.some((one) => one.name === source) && fields.some((one) => one.name === target);
			if (!isKnown) say("when", "copyUnknown", `${source}, ${target}`);
		}
	}
	if (field.required && field.audience === "admin" && !field.retired) say("required", "requiredOfNobody");
	if (
		field.kind === "radio" &&
		field.initial !== undefined &&
		!offered(field).some(({ value }) => value === field.initial)
	)
		say("initial", "initialOption", field.initial);
	if ("options" in field) {
		const values = field.options.map(({ value }) => value);
		const twice = values.findIndex((value, index) => values.indexOf(value) < index);
		if (twice >= 0) say("options", "optionTwice", values[twice], twice);
		// An answer is read in one line, without spaces around it, so it could never be this value.
		field.options.forEach(({ value, retired }, place) => {
			if (!retired && (isUnseen(value) || oneLine(value) !== value)) say("options", "optionSpaces", value, place);
		});
		if (!field.retired && offered(field).length === 0) say("options", "noOptions");
	}
	if (field.when && !field.retired) {
		const { when } = field;
		const asker = fields.find((one) => one.name === when.field);
		const value = "is" in when ? when.is : when.includes;
		if (!asker) say("when", "whenUnknown", when.field);
		else if (!earlier.includes(asker)) say("when", "whenLater", asker.name);
		else if (asker.retired) say("when", "whenRetired", asker.name);
		else if (!("options" in asker) || "includes" in when !== (asker.kind === "choices"))
			say("when", "whenKind", asker.name);
		else if (!offered(asker).some((option) => option.value === value)) say("when", "whenOption", value);
	}
	return found;
}

/** Whether two questions are never asked of the same person, since they depend on different answers to a third. */
function excludes({ when: one }: Field, { when: other }: Field): boolean {
	if (!one || !other || !("is" in one && "is" in other)) return false;
	return one.field === other.field && one.is !== other.is;
}
