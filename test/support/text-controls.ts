/** A field is typed into, or a list to choose from. */
export type Kind = "field" | "tick" | "button" | "link";

export interface Control {
	number: number;
	kind: Kind | undefined;
	/** The page between the control before and this one, from the next line on. */
	before: string;
	/** The page up to the next control. */
	after: string;
}

const NUMBER = /\[(\d+)\]/;

/**
 * The controls and links of a page in which their numbers stand before them.
 * @param kindOf what a number stands for, by what follows it
 */
export function controlsIn(text: string, kindOf: (number: number, after: string) => Kind | undefined): Control[] {
	const [first = "", ...pieces] = text.split(NUMBER);
	const controls: Control[] = [];
	let before = first;
	for (let at = 0; at < pieces.length; at += 2) {
		const number = Number(pieces[at]);
		const after = pieces[at + 1] ?? "";
		controls.push({ number, kind: kindOf(number, after), before, after });
		before = after.replace(/^.*\n?/, "");
	}
	return controls;
}

export const withoutNumbers = (text: string) => text.replaceAll(new RegExp(NUMBER, "g"), "");

/** Labels on lines of their own, without the condition in brackets. */
const linesOf = (text: string) => text.split("\n").map((line) => line.replace(/ \((optional|if you .*)\)/, "").trim());

/** What answers the question that stands before it on a line of its own or of both. */
export function behind(controls: readonly Control[], label: string): Control {
	const found = controls.find((one) => one.kind === "field" && linesOf(one.before).includes(label));
	if (!found) throw new Error(`nothing to answer "${label}" in ${controls.map((one) => one.before).join("")}`);
	return found;
}

/** What stands before these words; of several, the first behind `group`. */
export function before(controls: readonly Control[], label: string, kind: Kind, group?: string): Control {
	const start = group === undefined ? 0 : controls.findIndex((one) => linesOf(one.before).includes(group));
	const words = (text: string) => text.replace(/^(\[[ X*]\]|\([ *]\)|BUTTON\))/, "").replace(/\s+/g, " ");
	const fits = (one: Control) => one.kind === kind && words(one.after).trim().startsWith(label);
	const found = start < 0 ? undefined : controls.slice(start).find(fits);
	if (!found) throw new Error(`no ${kind} called "${label}"`);
	return found;
}
