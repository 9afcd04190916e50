import { type RawForm, textOf } from "./answers.ts";
import type { Field, FieldOf, Option, ProgrammeDefinition, Section, Words } from "./define.ts";
import { NEW_OPTIONS, optionControls, optionsOf, rowsFor } from "./option-rows.ts";

/** A question, or the form of a call, as the controls of its page hold it: every part is a text under a control's name. */
export type Values = Readonly<Record<string, string>>;

const both = (name: string, words: Words | undefined): Values => ({
	[name]: words?.en ?? "",
	[`${name}Zh`]: words?.zh ?? "",
});

/** Where one language is empty, its pages show the other. */
const inBoth = (en: string, zh: string): Words => ({ en: en || zh, zh: zh || en });

/** A text in both languages; undefined where it is optional and both are empty. */
function wordsIn(values: Values, name: string): Words | undefined {
	const [en = "", zh = ""] = [values[name], values[`${name}Zh`]];
	return en === "" && zh === "" ? undefined : inBoth(en, zh);
}

/** The same where it has to be there. */
export const needed = (values: Values, name: string): Words => wordsIn(values, name) ?? { en: "", zh: "" };

const flag = (is: boolean): true | undefined => (is ? true : undefined);

/** Anything else than a whole number is refused as 0 is. */
const numberIn = (text: string | undefined) => (/^[0-9]{1,6}$/.test(text ?? "") ? Number(text) : 0);

export function callValues(definition: ProgrammeDefinition): Values {
	const { label, title, lead, path, announced, checking } = definition;
	return {
		...both("label", label),
		...both("title", title),
		...both("lead", lead),
		path,
		announced: announced ? "yes" : "no",
		checking,
	};
}

/** The definition with what its page says of the form. */
export function withCallValues(definition: ProgrammeDefinition, values: Values): unknown {
	return {
		...definition,
		label: needed(values, "label"),
		title: needed(values, "title"),
		lead: needed(values, "lead"),
		path: values.path,
		announced: flag(values.announced === "yes"),
		checking: values.checking,
	};
}

export function sectionValues({ title, lead, person }: Section): Values {
	return { ...both("title", title), ...both("lead", lead), person: person ? "yes" : "no" };
}

export function sectionFrom(values: Values): unknown {
	return { title: needed(values, "title"), lead: wordsIn(values, "lead"), person: flag(values.person === "yes") };
}

/** A condition as one text, which names the question and the answer to it. */
export function conditionText(when: Field["when"]): string {
	if (!when) return "";
	return `${when.field}=${"is" in when ? when.is : when.includes}`;
}

function conditionFrom(text: string | undefined, isList: (name: string) => boolean): unknown {
	const at = (text ?? "").indexOf("=");
	if (!text || at < 0) return undefined;
	const [name, value] = [text.slice(0, at), text.slice(at + 1)];
	return isList(name) ? { field: name, includes: value } : { field: name, is: value };
}

/** @param section key of the section it stands in */
export function questionValues(field: Field, section: string): Values {
	const values: Record<string, string> = {
		...both("label", field.label),
		...both("hint", field.hint),
		required: field.required ? "yes" : "no",
		audience: field.audience,
		when: conditionText(field.when),
		section,
	};
	if ("max" in field) values.max = String(field.max);
	if (field.kind === "textarea") {
		values.rows = String(field.rows);
		values.adviceUnit = field.advice?.unit ?? "";
		values.adviceLimit = field.advice ? String(field.advice.limit) : "";
	}
	if (field.kind === "consent") Object.assign(values, both("text", field.text));
	if (field.kind === "radio") values.initial = field.initial ?? "";
	if ("options" in field) {
		field.options.forEach(({ value, label, retired }, row) => {
			const control = optionControls(row);
			values[control.value] = value;
			values[control.en] = label.en;
			values[control.zh] = label.zh;
			values[control.offered] = retired ? "no" : "yes";
			values[control.place] = String(row + 1);
		});
	}
	return values;
}

/** What a page posted, under the names of its controls, each text in one line or as prose. */
export function postedValues(form: RawForm, names: readonly string[]): Values {
	const clean = (name: string) =>
		/^(lead|hint|text)/.test(name)
			? textOf(form, name).replace(/\r\n?/g, "\n").trim()
			: textOf(form, name).replace(/\s+/g, " ").trim();
	return Object.fromEntries(names.map((name) => [name, clean(name)]));
}

/** Names of the controls of a question's page. @param seen the values it was made with, which may have had more rows */
export function questionControls(field: Field, seen: Values = {}): string[] {
	const most = "options" in field ? Math.max(rowsFor(field.options), optionsOf(seen).length + NEW_OPTIONS) : 0;
	const rows = Array.from({ length: most }, (_, row) => row);
	return [
		...Object.keys(questionValues({ ...field, ...("options" in field && { options: [] }) } as Field, "")),
		...rows.flatMap((row) => Object.values(optionControls(row))),
	];
}

/**
 * A question with what its page says of it. @param isList whether another question takes several answers @param kept as
 * for `optionsIn`
 */
export function questionFrom(
	field: Field,
	values: Values,
	isList: (name: string) => boolean,
	kept?: ReadonlySet<string>,
): unknown {
	const changed: Record<string, unknown> = {
		...field,
		label: needed(values, "label"),
		hint: wordsIn(values, "hint"),
		required: flag(values.required === "yes"),
		audience: values.audience,
		when: conditionFrom(values.when, isList),
	};
	if ("max" in field) changed.max = numberIn(values.max);
	if (field.kind === "textarea") {
		changed.rows = numberIn(values.rows);
		const { adviceUnit: unit, adviceLimit: limit } = values;
		changed.advice = unit || limit ? { unit: unit || "characters", limit: numberIn(limit) } : undefined;
	}
	if (field.kind === "consent") changed.text = needed(values, "text");
	if (field.kind === "radio") changed.initial = values.initial || undefined;
	if ("options" in field) changed.options = optionsIn(field, values, kept).map(({ option }) => option);
	return changed;
}

/**
 * The options that are stated, in the order of their places, each with its row. @param kept values of those that stay
 * even without labels, because answers may name them; undefined: of all there are
 */
export function optionsIn(
	{ options }: FieldOf<"select" | "radio" | "choices" | "switch">,
	values: Values,
	kept?: ReadonlySet<string>,
) {
	const rows = Array.from({ length: rowsFor(options) }, (_, row) => {
		const control = optionControls(row);
		const [en = "", zh = ""] = [values[control.en], values[control.zh]];
		const known = options[row]?.value;
		const value = known ?? optionValue(values[control.value] || en || zh);
		const place = numberIn(values[control.place]) || row + 1;
		const option = { value, label: inBoth(en, zh), retired: flag(values[control.offered] === "no") };
		const isKept = known !== undefined && (kept?.has(known) ?? true);
		return { row, place, isStated: isKept || en !== "" || zh !== "", option };
	});
	return rows.filter(({ isStated }) => isStated).sort((one, other) => one.place - other.place || one.row - other.row);
}

/** A new option's value, from its label: as an answer is read, without spaces at its end or half a character. */
const optionValue = (label: string) =>
	label
		.slice(0, 100)
		.replace(/[\uD800-\uDBFF]$/, "")
		.trim();

/** Options as they are typed when a question is added: one in each line, both labels with a bar between them. */
export function optionsFrom(text: string): Option[] {
	return text
		.split(/\r\n?|\n/)
		.map((line) => line.split("|").map((part) => part.replace(/\s+/g, " ").trim()))
		.filter(([en, zh]) => en || zh)
		.map(([en = "", zh = ""]) => ({ value: optionValue(en || zh), label: inBoth(en, zh) }));
}

/** A new question of a kind, before anything else is said of it. */
export function newQuestion(
	kind: "text" | "email" | "url" | "textarea" | "radio" | "select" | "choices" | "consent",
	name: string,
	label: Words,
	options: readonly Option[],
): Field {
	const common = { name, label, audience: "owner" as const };
	switch (kind) {
		case "text":
			return { ...common, kind, max: 200 };
		case "email":
			return { ...common, kind, max: 254 };
		case "url":
			return { ...common, kind, max: 2_048, placeholder: "https://…" };
		case "textarea":
			return { ...common, kind, max: 10_000, rows: 5 };
		case "consent":
			return { ...common, kind, text: label };
		default:
			return { ...common, kind, options };
	}
}
