import type { EntryKind } from "../kinds.ts";
import type { Field, Programme, Words } from "./define.ts";

/** The stored parts of an entry that show what its programme asked. */
export interface StoredAnswers {
	kind: EntryKind;
	answers: Readonly<Record<string, unknown>>;
}

/**
 * Stands for a programme that is not in the database while entries of it exist: it is named by its category, has no form,
 * and asks what its kind asks (`ofKind`), with a field for each further answer. Its fields have no conditions, so that
 * every stored answer is readable. Further answers may be organisers' notes, so only organisers see those that no
 * current programme asks. @param known every field of every programme, for labels and audiences of further answers
 */
export function archivedProgramme(
	category: string,
	stored: StoredAnswers | undefined,
	ofKind: readonly Field[],
	known: readonly Field[],
): Programme {
	const fields = ofKind.map(({ when: _, ...field }) => field as Field);
	for (const [name, answer] of Object.entries(stored?.answers ?? {})) {
		if (!fields.some((field) => field.name === name)) fields.push(...furtherField(name, answer, known));
	}
	const label = archivedLabel({ en: category, zh: category });
	return {
		category,
		kind: stored?.kind ?? "talk",
		path: "",
		label,
		title: label,
		lead: { en: "", zh: "" },
		checking: "strict",
		window: { state: "closed" },
		sections: [],
		variants: [],
		archived: true,
		fields,
	};
}

/** A programme that organisers have archived: it keeps its questions and is not asked any more. */
export function withoutForm(programme: Programme): Programme {
	const label = archivedLabel(programme.label);
	return { ...programme, label, title: label, path: "", variants: [], window: { state: "closed" }, archived: true };
}

const archivedLabel = ({ en, zh }: Words): Words => ({ en: `${en} (archived)`, zh: `${zh}（已归档）` });

/** A field for an answer that no programme of the kind asks. It lives in the JSON, whatever column another one has. */
function furtherField(name: string, answer: unknown, known: readonly Field[]): Field[] {
	const namesakes = known.filter((field) => field.name === name && field.kind !== "photo");
	const [like] = namesakes;
	if (like) {
		const { when: _, column: __, ...field } = like;
		const audience = namesakes.some((one) => one.audience === "admin") ? "admin" : "owner";
		return [{ ...field, audience } as Field];
	}
	const common = { name, label: { en: name, zh: name }, audience: "admin" as const };
	if (Array.isArray(answer)) return [{ ...common, kind: "choices", options: [] }];
	if (typeof answer === "boolean") return [{ ...common, kind: "consent", text: common.label }];
	return typeof answer === "string" ? [{ ...common, kind: "textarea", max: answer.length, rows: 1 }] : [];
}
