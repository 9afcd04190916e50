import { type AnyNode, parse } from "@humanwhocodes/momoa";
import type { z } from "zod";
import type { Translate } from "../../../app/i18n.ts";
import { translators } from "../../../app/locales/index.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { isOfDirection } from "../../../app/schemas/definition.ts";
import { MOST_SETUP, type SetupDocument, setupDocument } from "../../../app/schemas/setup.ts";
import { pointerTo, type SetupFault } from "./section.ts";

/** Most faults that are listed: a file of another kind has one at every place. */
export const MOST_FAULTS = 200;

/** Names that mean something else to programs than to people. */
const UNSAFE: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** A document as text: the properties in the order of the schema, so that equal ones are the same bytes. */
export const written = (document: SetupDocument): string => `${JSON.stringify(document, null, "\t")}\n`;

/** A document as far as its shape is right, and where it is not. */
export interface ReadSetup {
	parts: Partial<SetupDocument>;
	faults: SetupFault[];
}

/** A document that is refused as a whole. */
export const refusedSetup = (message: string): ReadSetup => ({ parts: {}, faults: [{ pointer: "", message }] });

/** Reads a document. What would take long to parse is refused before. Runs in a thread. */
export function readSetup({ text, locale }: { text: string; locale: Locale }): ReadSetup {
	const t = translators[locale];
	const json = text.replace(/^\uFEFF/, "");
	const excess = excessIn(json);
	if (excess) return refusedSetup(t(`setupMessages.${excess}`, { most: MOST_SETUP[LIMITS[excess]] }));
	let value: unknown;
	try {
		value = JSON.parse(json);
	} catch {
		return refusedSetup(t("setupMessages.notJson", placeOf(json)));
	}
	const unsafe = unsafeIn(value, t);
	if (unsafe) return { parts: {}, faults: [unsafe] };
	const repeated = repeatedIn(json, t);
	const parsed = setupDocument.safeParse(value);
	if (parsed.success) return { parts: parsed.data, faults: repeated };
	const { issues } = parsed.error;
	const faults = [...repeated, ...issues.flatMap((issue) => faultsOf(issue, t))].slice(0, MOST_FAULTS);
	return { parts: rightParts(value, issues), faults };
}

const LIMITS = { tooDeep: "depth", tooManyValues: "values" } as const;

/**
 * Whether a text, read as JSON, has values nested too deeply or too many of them. Counts brackets and commas outside
 * texts, which costs next to nothing, whatever the text is.
 */
function excessIn(json: string): keyof typeof LIMITS | undefined {
	let depth = 0;
	let values = 0;
	for (let at = 0; at < json.length; at += 1) {
		const character = json[at];
		if (character === '"') at = endOfText(json, at);
		else if (character === "[" || character === "{") {
			depth += 1;
			values += 1;
			if (depth > MOST_SETUP.depth) return "tooDeep";
		} else if (character === "]" || character === "}") depth -= 1;
		else if (character === ",") values += 1;
		if (values > MOST_SETUP.values) return "tooManyValues";
	}
}

/** Where the text that begins at a quotation mark ends. */
function endOfText(json: string, from: number): number {
	for (let at = from + 1; at < json.length; at += 1) {
		if (json[at] === "\\") at += 1;
		else if (json[at] === '"') return at;
	}
	return json.length;
}

/** The parts without an issue, so that what is wrong with them as a whole is said at once. */
function rightParts(value: unknown, issues: readonly z.core.$ZodIssue[]): Partial<SetupDocument> {
	if (typeof value !== "object" || value === null) return {};
	const right = Object.entries(setupDocument.shape).filter(([name]) => !issues.some(({ path }) => path[0] === name));
	return Object.fromEntries(
		right.flatMap(([name, part]) => {
			const { success, data } = part.safeParse((value as Record<string, unknown>)[name]);
			return success ? [[name, data]] : [];
		}),
	);
}

function faultsOf(issue: z.core.$ZodIssue, t: Translate): SetupFault[] {
	if (issue.code === "unrecognized_keys")
		return issue.keys.map((key) => ({ pointer: pointerTo(...issue.path, key), message: t("setupMessages.unknown") }));
	return [{ pointer: pointerTo(...issue.path), message: inWords(issue, t) }];
}

const TYPES = ["string", "number", "boolean", "array", "object"] as const;

function inWords(issue: z.core.$ZodIssue, t: Translate): string {
	if (issue.path[0] === "logo") return t("setupMessages.logo");
	if (issue.code === "invalid_type") {
		const type = TYPES.find((one) => one === issue.expected);
		if (type) return t(`setupMessages.types.${type}`);
	}
	if (issue.code === "too_big" || issue.code === "too_small") {
		const count = Number(issue.code === "too_big" ? issue.maximum : issue.minimum);
		const of = issue.origin === "string" ? "characters" : issue.origin === "array" ? "items" : "number";
		return t(`setupMessages.${issue.code === "too_big" ? "atMost" : "atLeast"}.${of}`, { most: count });
	}
	if (issue.code === "invalid_value") return t("setupMessages.oneOf", { values: issue.values.map(String).join(" ") });
	return t(isOfDirection(issue) ? "setupMessages.direction" : "setupMessages.badValue");
}

/** Where a text stops being JSON: its end, if the parser cannot say. */
function placeOf(text: string): { line: number; column: number } {
	try {
		parse(text);
	} catch (error) {
		const { line, column } = error as { line?: unknown; column?: unknown };
		if (typeof line === "number" && typeof column === "number") return { line, column };
	}
	const lines = text.split("\n");
	return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Names that an object has twice, the first `MOST_FAULTS` of them: only the last would count. */
function repeatedIn(text: string, t: Translate): SetupFault[] {
	const faults: SetupFault[] = [];
	// Grows while it is walked.
	const open: { node: AnyNode; path: string[] }[] = [{ node: parse(text).body, path: [] }];
	for (const { node, path } of open) {
		const names = new Set<string>();
		for (const [name, inner] of partsOf(node)) {
			if (names.has(name)) faults.push({ pointer: pointerTo(...path, name), message: t("setupMessages.repeated") });
			if (faults.length >= MOST_FAULTS) return faults;
			names.add(name);
			if (inner.type === "Object" || inner.type === "Array") open.push({ node: inner, path: [...path, name] });
		}
	}
	return faults;
}

function partsOf(node: AnyNode): [name: string, value: AnyNode][] {
	if (node.type === "Array") return node.elements.map(({ value }, at) => [String(at), value]);
	if (node.type !== "Object") return [];
	return node.members.map(({ name, value }) => [name.type === "String" ? name.value : name.name, value]);
}

/** The first name that means something else to programs. */
function unsafeIn(root: unknown, t: Translate): SetupFault | undefined {
	const open: { value: unknown; path: string[] }[] = [{ value: root, path: [] }];
	for (let one = open.pop(); one; one = open.pop()) {
		const { value, path } = one;
		if (typeof value !== "object" || value === null) continue;
		for (const [name, inner] of Object.entries(value)) {
			const inside = [...path, name];
			if (UNSAFE.has(name)) return { pointer: pointerTo(...inside), message: t("setupMessages.unknown") };
			open.push({ value: inner, path: inside });
		}
	}
}
