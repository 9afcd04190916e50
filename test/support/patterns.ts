/** Finds every pattern the program tests texts with. */
import ts from "typescript-parser";
import { z } from "zod";
import { filesIn, isScript, parse, visit } from "./sources.ts";

export interface Pattern {
	/** File and line. */
	where: string;
	expression: RegExp;
}

const CODE = ["app", "server", "db", "scripts/demo"].flatMap(filesIn).filter(isScript);

/** Every pattern written down in the sources. */
export function writtenPatterns(): Pattern[] {
	return inCode((node) => {
		if (!ts.isRegularExpressionLiteral(node)) return;
		const end = node.text.lastIndexOf("/");
		return new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
	});
}

/** Places that build a pattern at run time, which the sources do not show. */
export function computedPatterns(): string[] {
	const made: string[] = [];
	for (const path of CODE) {
		visit(parse(path), (node) => {
			const isMade = ts.isNewExpression(node) || ts.isCallExpression(node);
			if (isMade && node.expression.getText() === "RegExp") made.push(path);
		});
	}
	return made;
}

/** The patterns of zod's own checks of texts, where the sources use them: `z.email()`, `z.iso.date()` … */
export function patternsOfZod(): Pattern[] {
	return inCode((node) => {
		if (!ts.isCallExpression(node)) return;
		const [root, ...names] = node.expression.getText().split(".");
		if (root !== "z") return;
		const make = names.reduce<unknown>((from, name) => (from as Record<string, unknown> | undefined)?.[name], z);
		// What needs arguments to be made at all is none of these.
		const made = typeof make === "function" && make.length <= 1 ? attempt(() => make()) : undefined;
		const { pattern } = (made as { _zod?: { def: { pattern?: unknown } } } | undefined)?._zod?.def ?? {};
		return pattern instanceof RegExp ? pattern : undefined;
	});
}

function attempt(make: () => unknown): unknown {
	try {
		return make();
	} catch {
		return;
	}
}

function inCode(read: (node: ts.Node) => RegExp | undefined): Pattern[] {
	return CODE.flatMap((path) => {
		const source = parse(path);
		const found: Pattern[] = [];
		visit(source, (node) => {
			const expression = read(node);
			const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
			if (expression) found.push({ where: `${path}:${line}`, expression });
		});
		return found;
	});
}
