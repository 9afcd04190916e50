import { type AnyNode, parse } from "@humanwhocodes/momoa";
import type { z } from "zod";
import type { Translate } from "../../../app/i18n.ts";
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

/** Reads a document. Its size and depth are looked at first. */
export function readSetup(text: string, t: Translate): ReadSetup {
	const whole = (message: string): ReadSetup => ({ parts: {}, faults: [{ pointer: "", message }] });
	if (Buffer.byteLength(text) > MOST_SETUP.bytes) return whole(t("setupMessages.tooBig"));
	const json = text.replace(/^\uFEFF/, "");
	let value: unknown;
	try {
		value = JSON.parse(json);
	} catch {
		return whole(t("setupMessages.notJson", placeOf(json)));
	}
	const unsafe = unsafeIn(value, t);
	if (unsafe) return { parts: {}, faults: [unsafe] };
	let repeated: SetupFault[];
	try {
		repeated = repeatedIn(json, t);
	} catch {
		return whole(t("setupMessages.tooDeep", { most: MOST_SETUP.depth }));
	}
	const parsed = setupDocument.safeParse(value);
	if (parsed.success) return { parts: parsed.data, faults: repeated };
	const { issues } = parsed.error;
	const faults = [...repeated, ...issues.flatMap((issue) => faultsOf(issue, t))].slice(0, MOST_FAULTS);
	return { parts: rightParts(value, issues), faults };
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
		// What is nested too deeply for the parser has no place.
		if (typeof line === "number" && typeof column === "number") return { line, column };
	}
	const lines = text.split("\n");
	return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/**
 * Names that an object has twice, the first `MOST_FAULTS` of them: only the last would count.
 * @throws RangeError for values nested too deeply, which a later one of the same name may hide from `JSON.parse`
 */
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

/** The first value that is nested too deeply, or has a name that is none. Without recursion, which depth could end. */
function unsafeIn(root: unknown, t: Translate): SetupFault | undefined {
	const open: { value: unknown; path: string[] }[] = [{ value: root, path: [] }];
	for (let one = open.pop(); one; one = open.pop()) {
		const { value, path } = one;
		if (typeof value !== "object" || value === null) continue;
		if (path.length >= MOST_SETUP.depth)
			return { pointer: pointerTo(...path), message: t("setupMessages.tooDeep", { most: MOST_SETUP.depth }) };
		for (const [name, inner] of Object.entries(value)) {
			const inside = [...path, name];
			if (UNSAFE.has(name)) return { pointer: pointerTo(...inside), message: t("setupMessages.unknown") };
			open.push({ value: inner, path: inside });
		}
	}
}
