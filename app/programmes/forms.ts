import type { Answers } from "./answers.ts";
import type { Field, Option, Programme, ProgrammeDefinition, Variant } from "./define.ts";

/** Where a programme's form is filled in: by visitors at its address, or by organisers in the proposal editor. */
export interface FormPlace {
	variant: Variant | undefined;
	editor: boolean;
}

/** Every address a programme's form has, the main one first. */
export function pathsOf({ path, variants = [] }: Pick<ProgrammeDefinition, "path" | "variants">): string[] {
	return [...new Set([path, ...variants.flatMap((variant) => variant.path ?? [])])];
}

/** The form an address stands for: one with a path of its own, or one for an event. */
export function variantAt(
	programme: Programme,
	address: { path?: string; event?: string | null },
): Variant | undefined {
	const asked = bare(address.path ?? "");
	return programme.variants.find((variant) =>
		variant.path === undefined ? variant.event === address.event : variant.path === asked,
	);
}

/** A path as addresses are compared: lower case, no slash at its end. */
export function bare(path: string): string {
	return withoutLastSlashes(path.toLowerCase());
}

/** A path without the slashes at its end; "/" stays. By hand: a pattern would try again from each of many slashes. */
export function withoutLastSlashes(path: string): string {
	let end = path.length;
	while (end > 1 && path[end - 1] === "/") end -= 1;
	return path.slice(0, end);
}

/** The address of the form in which these answers were given, or would have been. */
export function formPath(programme: Programme, answers: Answers): string {
	const fits = ({ path, fixed }: Variant) =>
		path !== undefined && Object.entries(fixed).every(([name, value]) => answers[name] === value);
	return programme.variants.find(fits)?.path ?? programme.path;
}

/** Whether a field is asked in a form: organisers' own only in the editor, and none that a settled answer rules out. */
export function isAsked(programme: Programme, field: Field, place: FormPlace): boolean {
	if (field.retired || (field.audience === "admin" && !place.editor)) return false;
	const { when } = field;
	if (!when) return true;
	const settled = place.variant?.fixed[when.field];
	if (settled !== undefined) return "is" in when && when.is === settled;
	return programme.fields.some((asker) => asker.name === when.field && isAsked(programme, asker, place));
}

/**
 * The questions that the forms of a switch have in common under different names: the first text of each, the first long
 * text of each, and so on. When the form is switched, an answer follows to where there is none.
 * @returns the names of each such question
 */
export function alikeFields({ fields }: Pick<Programme, "fields">): string[][] {
	const groups = new Map<string, string[]>();
	for (const settle of fields.filter(({ kind }) => kind === "switch")) {
		const counts = new Map<string, number>();
		for (const { kind, name, when, retired } of fields) {
			if (retired || when?.field !== settle.name || !("is" in when) || (kind !== "text" && kind !== "textarea"))
				continue;
			const place = (counts.get(`${when.is} ${kind}`) ?? 0) + 1;
			counts.set(`${when.is} ${kind}`, place);
			const key = `${settle.name} ${kind} ${place}`;
			groups.set(key, [...(groups.get(key) ?? []), name]);
		}
	}
	return [...groups.values()].filter(({ length }) => length > 1);
}

/** The options of a field that may be chosen: a retired one only where it was chosen before. */
export function offered({ options }: { options: readonly Option[] }, chosen: readonly string[] = []): Option[] {
	return options.filter(({ value, retired }) => !retired || chosen.includes(value));
}

/** The fields that depend on one choice of another and are shown below it. */
export function dependents(programme: Programme, name: string, value?: string): Field[] {
	return programme.fields.filter(({ when, retired }) => {
		if (retired || when?.field !== name) return false;
		return value === undefined || ("is" in when ? when.is : when.includes) === value;
	});
}
