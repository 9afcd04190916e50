/** Reads the project's sources for the tests that hold its rules. Paths are relative to the root, with `/`. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import ts from "typescript-parser";

export const root = resolve(import.meta.dirname, "../..");

export function read(path: string): string {
	return readFileSync(join(root, path), "utf8");
}

/** Every file below a folder, in order; none when there is no such folder. */
export function filesIn(folder: string): string[] {
	try {
		return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => posix.relative(root, posix.join(entry.parentPath, entry.name)))
			.sort();
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
		throw error;
	}
}

export function isScript(path: string): boolean {
	return /\.(ts|tsx|js|mjs)$/.test(path);
}

export function parse(path: string): ts.SourceFile {
	return ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
}

export function visit(node: ts.Node, look: (node: ts.Node) => void): void {
	look(node);
	node.forEachChild((child) => visit(child, look));
}

export interface Import {
	/** A path in the project, or the name of a package (`node:` for those of the runtime). */
	target: string;
	/** Nothing of it is left when the program runs. */
	typeOnly: boolean;
}

/** Everything a file imports or passes on, dynamic imports and `import("…")` types included. */
export function importsOf(path: string): Import[] {
	const imports: Import[] = [];
	visit(parse(path), (node) => {
		const found = specifierOf(node);
		if (found) imports.push({ target: targetOf(path, found.specifier), typeOnly: found.typeOnly });
	});
	return imports;
}

/** `import { type A }` keeps the import itself, so only a whole `import type` counts as one. */
function specifierOf(node: ts.Node): { specifier: string; typeOnly: boolean } | undefined {
	if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
		return { specifier: node.moduleSpecifier.text, typeOnly: node.importClause?.isTypeOnly ?? false };
	}
	if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
		return { specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly };
	}
	if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
		return { specifier: node.argument.literal.text, typeOnly: true };
	}
	if (!ts.isCallExpression(node)) return;
	const [argument] = node.arguments;
	const loads =
		node.expression.kind === ts.SyntaxKind.ImportKeyword ||
		(ts.isIdentifier(node.expression) && node.expression.text === "require");
	if (loads && argument && ts.isStringLiteralLike(argument)) return { specifier: argument.text, typeOnly: false };
}

function targetOf(path: string, specifier: string): string {
	if (specifier.startsWith(".")) return posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ""));
	if (specifier.startsWith("node:")) return "node:";
	const [first = "", second = ""] = specifier.split("/");
	return first.startsWith("@") ? `${first}/${second}` : first;
}

/** The strings of a file, each split at its placeholders. */
export function stringsOf(path: string): string[][] {
	const strings: string[][] = [];
	visit(parse(path), (node) => {
		if (ts.isStringLiteralLike(node)) strings.push([node.text]);
		if (ts.isTemplateExpression(node)) {
			strings.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]);
		}
	});
	return strings;
}

/**
 * What stands between two values that are put together for readers: in templates, in JSX, and between the items that `join`
 * connects.
 */
export function jointsOf(path: string): { line: number; text: string }[] {
	const source = parse(path);
	const joints: { line: number; text: string }[] = [];
	visit(source, (node) => {
		const found = (text: string) =>
			joints.push({ line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, text });
		if (ts.isTemplateExpression(node)) for (const { literal } of node.templateSpans) found(literal.text);
		if (ts.isJsxText(node)) found(node.text.replace(/\s*\n\s*/g, ""));
		if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
		const [by] = node.arguments;
		if (node.expression.name.text === "join" && by && ts.isStringLiteralLike(by)) found(by.text);
	});
	return joints;
}

export interface Element {
	/** `form`, `Form`, `fetcher.Form` … with the place it stands. */
	tag: string;
	line: number;
	attributes: string[];
}

/** The JSX elements of a file. A spread counts as the attribute `...`. */
export function elementsOf(path: string): Element[] {
	const source = parse(path);
	const elements: Element[] = [];
	visit(source, (node) => {
		if (!ts.isJsxOpeningElement(node) && !ts.isJsxSelfClosingElement(node)) return;
		elements.push({
			tag: node.tagName.getText(source),
			line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
			attributes: node.attributes.properties.map((one) => (ts.isJsxAttribute(one) ? one.name.getText(source) : "...")),
		});
	});
	return elements;
}
