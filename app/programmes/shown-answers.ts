import type { Translate } from "../i18n.ts";
import type { Answers } from "./answers.ts";
import type { Audience, Field, Locale, Programme } from "./define.ts";
import { marks } from "./marks.ts";
import { isWebAddress } from "./problems.ts";

/** An answer as people read it, in one language. */
export interface ShownAnswer {
	name: string;
	label: string;
	text: string;
	/** Where it belongs: the title, a longer text, the person, or the rest. */
	part: "title" | "text" | "person" | "fact";
	/** Where it leads. */
	link?: string;
}

/** What there is to show of an entry. */
export interface ToShow {
	answers: Answers;
	/** Address of its file, if that is a work. */
	work?: string | undefined;
	/** Label of the chosen track; none when the id is unknown. */
	track?: string | undefined;
}

const RANK: Record<Audience, number> = { public: 0, owner: 1, admin: 2 };

/** The answers of an entry that `audience` may see, in the programme's order. Those nobody gave are left out. */
export function shownAnswers(
	programme: Programme,
	entry: ToShow,
	audience: Audience,
	t: Translate,
	locale: Locale,
): ShownAnswer[] {
	// Fields of archived programmes and fields no longer asked are in no section.
	const ofPerson = new Set(
		programme.sections.flatMap(({ person, fields }) => (person ? fields : [])).map(({ name }) => name),
	);
	return programme.fields.flatMap((field): ShownAnswer[] => {
		if (RANK[field.audience] > RANK[audience]) return [];
		const text = textOf(field);
		if (!text) return [];
		const link = field.kind === "photo" ? entry.work : field.kind === "url" && isWebAddress(text) ? text : undefined;
		return [{ name: field.name, label: field.label[locale], text, part: partOf(field), ...(link && { link }) }];
	});

	function partOf({ name, kind, column }: Field): ShownAnswer["part"] {
		if (ofPerson.has(name)) return "person";
		return column === "title" ? "title" : kind === "textarea" ? "text" : "fact";
	}

	function textOf(field: Field): string {
		const answer = entry.answers[field.name];
		switch (field.kind) {
			case "photo":
				return field.work && entry.work ? t("entry.download") : "";
			case "consent":
				if (answer === undefined && field.column === undefined) return "";
				return answer === undefined
					? t("entry.consentUnasked")
					: t(answer ? "entry.consentGiven" : "entry.consentMissing");
			case "track":
				return entry.track ?? t("entry.trackMissing");
			case "radio":
			case "select":
			case "choices":
			case "switch": {
				const chosen = typeof answer === "string" ? [answer] : Array.isArray(answer) ? answer : [];
				const labels = chosen.map((value) => field.options.find((one) => one.value === value)?.label[locale] ?? value);
				return labels.join(marks[locale].item);
			}
			case "copy":
				return "";
			default:
				return typeof answer === "string" ? answer : "";
		}
	}
}

/** Labels of the fields with these names, as a list. A programme may have lost some of them since. */
export function labelsOf({ fields }: Programme, names: readonly string[], locale: Locale): string {
	return fields
		.filter(({ name }) => names.includes(name))
		.map(({ label }) => label[locale])
		.join(marks[locale].item);
}
