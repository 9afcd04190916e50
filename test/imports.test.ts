import { describe, expect, test } from "vitest";
import { ROOMS, type Row, rowOf, table } from "./support/import-table.ts";
import { filesIn, type Import, importsOf, isScript, read } from "./support/sources.ts";

const program = ["app", "server", "db", "scripts/demo"].flatMap(filesIn).filter(isScript);

describe("imports", () => {
	test("every file of the program has a row in the import table", () => {
		expect(program.filter((path) => !rowOf(path))).toEqual([]);
	});

	test("the table names only rows that exist", () => {
		const names = new Set(table.map((row) => row.name));
		expect(
			table.flatMap((row) => [...(row.values ?? []), ...(row.types ?? [])]).filter((name) => !names.has(name)),
		).toEqual([]);
	});

	test("no file imports what the table does not allow", () => {
		const broken = program.flatMap((path) => {
			const row = rowOf(path);
			return importsOf(path)
				.filter((one) => row && !allows(row, one))
				.map((one) => `${path} imports ${one.typeOnly ? "types of " : ""}${one.target}`);
		});
		expect(broken).toEqual([]);
	});

	test("the picture in ARCHITECTURE.md has the arrows of the table, and no other", () => {
		const roomOf = (name: string) => Object.entries(ROOMS).find(([, rows]) => rows.includes(name))?.[0];
		const own = table.filter((row) => !row.composes);
		expect(own.filter(({ name }) => !roomOf(name))).toEqual([]);
		const arrows = (kind: "values" | "types", line: string) =>
			own
				.flatMap((row) => (row[kind] ?? []).map((other) => [roomOf(row.name), roomOf(other)]))
				.filter(([from, to]) => to !== undefined && from !== to)
				.map(([from, to]) => `${from} ${line} ${to}`);
		const solid = new Set(arrows("values", "-->"));
		const dotted = arrows("types", "-.->").filter((arrow) => !solid.has(arrow.replace("-.->", "-->")));
		const drawn = [...read("ARCHITECTURE.md").matchAll(/^ {4}(\w+ (?:-->|-\.->) \w+)$/gm)].map(([, arrow]) => arrow);
		expect(drawn.sort()).toEqual([...solid, ...new Set(dotted)].sort());
	});

	test("there are no import cycles of values", () => {
		const values = new Map(
			program.map((path) => [
				path,
				importsOf(path)
					.filter((one) => !one.typeOnly && !isPackage(one.target))
					.map((one) => one.target),
			]),
		);
		expect(values.size).toBeGreaterThan(300);
		expect(circlesIn(values)).toEqual([]);
	});

	test("production dependencies are exactly the packages that run", () => {
		const development = new Set(["app/routes.ts", "server/development.ts", "db/drizzle.config.ts"]);
		const imported = program
			.filter((path) => !development.has(path))
			.flatMap(importsOf)
			.filter((one) => !one.typeOnly && isPackage(one.target) && one.target !== "node:");
		const { dependencies } = JSON.parse(read("package.json")) as { dependencies: Record<string, string> };
		expect([...new Set(imported.map((one) => one.target))].sort()).toEqual(Object.keys(dependencies).sort());
	});
});

function allows(row: Row, { target, typeOnly }: Import): boolean {
	if (row.composes) return true;
	const values = row.values ?? [];
	const packages = row.packages ?? [];
	if (isPackage(target)) return packages.includes(target) || (typeOnly && (row.typePackages ?? []).includes(target));
	const name = rowOf(target)?.name;
	if (name === undefined) return false;
	return name === row.name || values.includes(name) || (typeOnly && (row.types ?? []).includes(name));
}

/** Cycles of a graph, each as a list of files. */
function circlesIn(targets: ReadonlyMap<string, readonly string[]>): string[] {
	const done = new Set<string>();
	const circles: string[] = [];
	const walk = (path: string, way: readonly string[]) => {
		if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(" -> "));
		if (done.has(path) || way.includes(path)) return;
		for (const target of targets.get(path) ?? []) walk(target, [...way, path]);
		done.add(path);
	};
	for (const path of targets.keys()) walk(path, []);
	return circles;
}

function isPackage(target: string): boolean {
	return !/^(app|db|server|migrations|test|scripts|bench)\//.test(target) && !target.startsWith("..");
}
