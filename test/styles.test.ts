import postcss, { type Declaration, type Rule } from "postcss";
import ts from "typescript-parser";
import { expect, test } from "vitest";
import { filesIn, isScript, parse, read, stringsOf, visit } from "./support/sources.ts";

const FOLDER = "app/styles";
/** Those of every page, and those that only pages with tracks carry. */
const TOKENS = ["tokens", "track-colours"].map((name) => `${FOLDER}/${name}.css`);
/** What a page loads: nothing but imports. */
const SHEETS = ["site", "form", "schedule", "console"].map((name) => `${FOLDER}/${name}.css`);
const LAYERS = ["tokens", "base", "parts", "screens"];

const paths = filesIn(FOLDER);
const sheets = new Map(paths.map((path) => [path, postcss.parse(read(path))]));
const parts = paths.filter((path) => !SHEETS.includes(path));

function declarationsIn(files: readonly string[]): (Declaration & { path: string })[] {
	return files.flatMap((path) => {
		const found: (Declaration & { path: string })[] = [];
		sheets.get(path)?.walkDecls((one) => void found.push(Object.assign(one, { path })));
		return found;
	});
}

const declared = declarationsIn(parts);
const tokens = declared.filter(({ path, prop }) => TOKENS.includes(path) && prop.startsWith("--"));

/** The imports of a sheet as path and layer, those of the sheets it imports in their place. */
function importsOf(sheet: string): { path: string; layer: string | undefined }[] {
	return (sheets.get(sheet)?.nodes ?? []).flatMap((node) => {
		if (node.type !== "atrule" || node.name !== "import") return [];
		const [, name = "", layer] = /^"\.\/([\w-]+\.css)"(?: layer\((\w+)\))?$/.exec(node.params) ?? [];
		const path = `${FOLDER}/${name}`;
		return SHEETS.includes(path) ? importsOf(path) : [{ path, layer }];
	});
}

test("every rule is in a layer, and the layers stand in their order", () => {
	for (const sheet of SHEETS) {
		const rules = sheets.get(sheet)?.nodes.filter(({ type }) => type !== "comment") ?? [];
		expect(rules.filter((node) => node.type !== "atrule" || node.name !== "import")).toEqual([]);
		const order = importsOf(sheet).map(({ layer = "" }) => LAYERS.indexOf(layer));
		expect([sheet, order]).toEqual([sheet, order.toSorted((a, b) => a - b)]);
		expect([sheet, order[0]]).toEqual([sheet, 0]);
	}
	const imported = new Set(SHEETS.flatMap(importsOf).map(({ path }) => path));
	expect([...imported].sort()).toEqual(parts);
	expect(parts.filter((path) => /@layer|@import|!important/.test(read(path)))).toEqual([]);
});

test("the colours of both schemes are written once, and nowhere but among the tokens", () => {
	const colour = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|lab|lch|hwb|color)a?\(|light-dark\(/i;
	expect(declared.filter(({ path, value }) => !TOKENS.includes(path) && colour.test(value)).map(String)).toEqual([]);
	expect(paths.filter((path) => /prefers-color-scheme/.test(read(path)))).toEqual([]);
	expect(tokens.filter(({ value }) => value.startsWith("light-dark("))).not.toEqual([]);
});

test("every variable has one value, is used, and is defined", () => {
	const names = tokens.map(({ prop }) => prop);
	expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
	const own = declared
		.filter(({ path, prop }) => !TOKENS.includes(path) && prop.startsWith("--"))
		.map(({ prop }) => prop);
	expect(own.filter((name) => names.includes(name))).toEqual([]);
	const used = declared.flatMap(({ value }) => [...value.matchAll(/var\((--[\w-]+)/g)].map(([, name = ""]) => name));
	expect([...new Set(used)].sort()).toEqual([...new Set([...names, ...own])].sort());
});

test("no value is written out if a token has it", () => {
	const families: [token: string, properties: RegExp][] = [
		["space", /^(scroll-)?(margin|padding)|gap$|^(top|right|bottom|left)$/],
		["type", /^font(-size)?$/],
		["leading", /^line-height$/],
		["radius", /^border-radius$/],
		["size", /^(min-)?(width|height)$/],
		["width", /^(max-)?width$|^--measure$/],
	];
	const repeated = families.flatMap(([family, properties]) => {
		const values = new Set(tokens.filter(({ prop }) => prop.startsWith(`--${family}-`)).map(({ value }) => value));
		expect(values.size).toBeGreaterThan(0);
		return declared.filter(
			({ prop, value }) => properties.test(prop) && value.split(/[\s,()/]+/).some((one) => values.has(one)),
		);
	});
	expect(repeated.map((one) => `${one.path}: ${one}`)).toEqual([]);
});

/** The classes that rules are for. */
const styled = new Set(
	parts.flatMap((path) => {
		const found: string[] = [];
		const add = ({ selector }: Rule) => void found.push(...(selector.match(/(?<=\.)[a-z][\w-]*/gi) ?? []));
		sheets.get(path)?.walkRules(add);
		return found;
	}),
);

/** What stands for classes in a file; what begins with a word to which something is added ends with `*`. */
function classesIn(path: string): string[] {
	const found: string[] = [];
	const take = (node: ts.Node): void => {
		if (ts.isBinaryExpression(node) && /^[!=]==?$/.test(node.operatorToken.getText())) return;
		if (ts.isStringLiteralLike(node)) found.push(...node.text.split(/\s+/));
		if (ts.isTemplateExpression(node)) {
			const pieces = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
			found.push(...pieces.flatMap((piece, at) => (at < pieces.length - 1 ? `${piece}*` : piece).split(/\s+/)));
		}
		node.forEachChild(take);
	};
	visit(parse(path), (node) => {
		const named =
			(ts.isJsxAttribute(node) || ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) &&
			node.name.getText() === "className";
		const assigned = ts.isBinaryExpression(node) && /\.className$/.test(node.left.getText());
		const listed = ts.isCallExpression(node) && /\.classList\.\w+$/.test(node.expression.getText());
		if (named && node.initializer) take(node.initializer);
		if (assigned) take(node.right);
		if (listed) node.arguments.forEach(take);
	});
	return found.filter((name) => name !== "" && name !== "*");
}

const scripts = ["app", "server"].flatMap(filesIn).filter(isScript);

test("pages use no class without a rule", () => {
	const names = new Map(scripts.flatMap((path) => classesIn(path).map((name) => [name, path] as const)));
	const isStyled = (name: string) =>
		name.endsWith("*") ? [...styled].some((one) => one.startsWith(name.slice(0, -1))) : styled.has(name);
	expect(names.size).toBeGreaterThan(0);
	expect([...names].filter(([name]) => !isStyled(name))).toEqual([]);
});

test("no rule is for an unused class", () => {
	const words = new Set<string>();
	const beginnings: string[] = [];
	for (const [first = "", ...rest] of scripts.flatMap(stringsOf)) {
		for (const piece of [first, ...rest]) for (const word of piece.split(/\s+/)) words.add(word);
		if (rest.length > 0 && /[a-z]-$/.test(first)) beginnings.push(first.split(/\s+/).at(-1) ?? "");
	}
	const isNamed = (name: string) => words.has(name) || beginnings.some((one) => name.startsWith(one));
	expect([...styled].filter((name) => !isNamed(name))).toEqual([]);
});

test("class names are words of four letters or more, or several words", () => {
	expect([...styled].filter((name) => !/^([a-z]{4,}|[a-z]+(-[a-z0-9]+)+)$/.test(name))).toEqual([]);
});
