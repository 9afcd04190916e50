import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-parser";
import { describe, expect, it } from "vitest";
import { LETTER_KINDS, LOG_STATES } from "../app/enumerations.ts";
import { ENTRY_KINDS } from "../app/kinds.ts";
import { PRESENCES, STATUSES } from "../app/lifecycle.ts";
import { ROLES } from "../app/roles.ts";
import { root } from "./support/portal.ts";
import { filesIn, importsOf, isScript, parse, visit } from "./support/sources.ts";

const files = ["app", "server", "db"].flatMap(filesIn);
const program = files.filter(isScript);
/** Names that program files must not compare with, by the last word of the tested expression. */
const NAMES: Record<string, readonly string[]> = {
	kind: [...ENTRY_KINDS, ...LETTER_KINDS],
	category: ENTRY_KINDS,
	letter: LETTER_KINDS,
	presence: PRESENCES,
	role: ROLES,
};
const HOMES = /^(app\/(lifecycle|kinds|roles|enumerations|bulk-actions)\.ts|app\/programmes\/)/;

/** Whether a text of code is one of the names that the tested value may have. */
const isNamed = (tested: string, literal: ts.Node | undefined): boolean => {
	const names = NAMES[/(\w+)$/.exec(tested)?.[1] ?? ""] ?? [];
	return literal !== undefined && ts.isStringLiteral(literal) && names.includes(literal.text);
};

/** Comparisons with the name of a kind, letter, presence or role; in switches and conditions of SQL, too. */
function isTest(node: ts.Node): boolean {
	if (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText()))
		return isNamed(node.left.getText(), node.right);
	if (ts.isCaseClause(node)) return isNamed(node.parent.parent.expression.getText(), node.expression);
	if (ts.isCallExpression(node) && /^(eq|ne|inArray|notInArray)$/.test(node.expression.getText())) {
		const [tested, values] = node.arguments;
		const listed = values && ts.isArrayLiteralExpression(values) ? values.elements : [values];
		return [...listed].some((value) => isNamed(tested?.getText() ?? "", value));
	}
	return false;
}

/** Values of a presence or role, and objects and SQL with names of statuses, presences or roles. */
function isWritten(node: ts.Node): boolean {
	if (ts.isPropertyAssignment(node)) {
		const name = node.name.getText();
		return /^(presence|role)$/.test(name) && isNamed(name, node.initializer);
	}
	if (ts.isObjectLiteralExpression(node)) {
		const keys = node.properties.map(({ name }) => name?.getText());
		return STATUSES.filter((status) => keys.includes(status)).length > 1;
	}
	const isSql = ts.isTemplateLiteralToken(node) || ts.isStringLiteral(node);
	return isSql && [...STATUSES, ...PRESENCES, ...ROLES].some((name) => node.text.includes(`'${name}'`));
}

describe("statuses, presences, kinds, mails and roles", () => {
	it("are named only in their modules, in bulk actions and in the definitions of programmes", () => {
		const found = program
			.filter((path) => !HOMES.test(path))
			.flatMap((path) => {
				const named: string[] = [];
				visit(parse(path), (node) => {
					const isStatus = ts.isStringLiteral(node) && STATUSES.some((status) => status === node.text);
					if (isStatus || isTest(node) || isWritten(node)) named.push(`${path}: ${node.getText()}`);
				});
				return named;
			});
		expect(found).toEqual([]);
	});

	it("are not named in views and triggers", () => {
		const derived = files.filter((path) => path.endsWith(".sql")).map((path) => readFileSync(join(root, path), "utf8"));
		expect(derived.length).toBeGreaterThan(0);
		const names = [...STATUSES, ...PRESENCES, ...ROLES];
		expect(names.filter((name) => derived.some((text) => text.includes(`'${name}'`)))).toEqual([]);
	});

	it("a status is never mistaken for another state in the log", () => {
		const statuses: readonly string[] = [...STATUSES, "Confirmed"];
		expect(LOG_STATES.filter((state) => statuses.includes(state))).toEqual([]);
	});

	it("have no unused rule", () => {
		for (const module of ["app/lifecycle.ts", "app/kinds.ts"]) {
			const readers = program.filter(
				(path) => path !== module && importsOf(path).some(({ target }) => target === module),
			);
			const said = readers.map((path) => parse(path).getText()).join("\n");
			const own = parse(module).getText();
			const rules: string[] = [];
			visit(parse(module), (node) => {
				if (ts.isInterfaceDeclaration(node)) rules.push(...node.members.map((member) => member.name?.getText() ?? ""));
			});
			expect(rules.length).toBeGreaterThan(3);
			const constants = [...own.matchAll(/export (?:const|function) (\w+)[^;]*?;?\n/g)].map(([, name = ""]) => name);
			const isRead = (rule: string) =>
				new RegExp(`\\b${rule}\\b`).test(said) ||
				constants.some((name) => new RegExp(`\\b${name}\\b`).test(said) && bodyOf(own, name).includes(rule));
			expect([module, rules.filter((rule) => !isRead(rule))]).toEqual([module, []]);
		}
	});
});

/** The text of an exported constant or function, with those it calls in the same module. */
function bodyOf(source: string, name: string): string {
	const begin = source.search(new RegExp(`export (const|function) ${name}\\b`));
	const rest = source.slice(begin);
	const body = rest.slice(0, rest.search(/\n(export|const|\/\*\*)/));
	const called = [...body.matchAll(/\b(rulesOf|maySet|isActive)\b/g)].map(([, called = ""]) => called);
	return (
		body +
		called
			.filter((one) => one !== name && source.includes(`function ${one}`))
			.map((one) => bodyOf(source, one))
			.join("")
	);
}
