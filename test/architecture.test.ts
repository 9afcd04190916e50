import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import Sqlite from "better-sqlite3";
import ts from "typescript-parser";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../db/client.ts";
import { isBuilt } from "../scripts/sources.mjs";
import { hydratedPages } from "./support/hydrated.ts";
import { elementsOf, filesIn, isScript, parse, read, root, visit } from "./support/sources.ts";

const MOST_ISLAND_BYTES = 6 * 1024;
/** The script of the console has a library, and its style is that of every screen. */
const MOST_CONSOLE_BYTES = 45_000;
const MOST_STYLE_BYTES = 8 * 1024;

const program = ["app", "server", "db"].flatMap(filesIn).filter(isScript);
const everything = [...program, ...["scripts", "test", "bench"].flatMap(filesIn).filter(isScript)];
const elements = program
	.filter((path) => path.endsWith(".tsx"))
	.flatMap((path) => elementsOf(path).map((element) => ({ ...element, place: `${path}:${element.line}` })));

/** package-fault.mjs runs before print.ts can be loaded, and prints nothing that visitors sent. */
const TO_TERMINAL = ["server/print.ts", "server/package-fault.mjs"];

test("only the log and print.ts write to a terminal, where controls are escaped", () => {
	const writes = /\bconsole\.|process\.std(out|err)\.write/;
	const server = everything.filter((path) => /^(server|db|scripts\/demo)\//.test(path) && !TO_TERMINAL.includes(path));
	expect(server.filter((path) => writes.test(read(path)))).toEqual([]);
});

describe("files", () => {
	test("of components and pages define no hook: all are in app/hooks", () => {
		const others = program.filter((path) => /^app\/(components|routes|pages)\//.test(path));
		const found = others.filter((path) => /\b(function|const|let) use[A-Z]/.test(read(path)));
		expect(found).toEqual([]);
	});

	test("spread no literal: that only packs properties on fewer lines", () => {
		const spreading = program.filter((path) => {
			let found = false;
			visit(parse(path), (node) => {
				found ||=
					(ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)) ||
					(ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.expression));
			});
			return found;
		});
		expect(spreading).toEqual([]);
	});

	test("are in folders that say what they are for", () => {
		expect(everything.filter((path) => /(^|\/)utils?\//.test(path))).toEqual([]);
	});
});

describe("pages", () => {
	test("have no form= or formaction: small browsers post those controls to the wrong form", () => {
		const tied = /^form(action|enctype|method|novalidate|target)?$/i;
		expect(elements.filter(({ attributes }) => attributes.some((name) => tied.test(name)))).toEqual([]);
	});

	test("give every form a method and an action", () => {
		const forms = elements.filter(({ tag }) => /^(form|([\w.]+\.)?Form)$/.test(tag));
		expect(forms).not.toEqual([]);
		expect(forms.filter(({ attributes }) => !attributes.includes("method") || !attributes.includes("action"))).toEqual(
			[],
		);
	});

	test("show lists with one component; other tables are a grid of times and tracks", () => {
		const tables = elements.filter(({ tag }) => tag === "table").map(({ place }) => place.replace(/:\d+$/, ""));
		expect(tables).toEqual([
			"app/components/lists/table.tsx",
			"app/components/schedule/board-day.tsx",
			"app/components/schedule/grid-slots.tsx",
		]);
	});

	test("show organisers' fields in the console only", () => {
		const whole = program.filter((path) => /asShown\([^)]*"admin"|audience: "admin" as const, locale/.test(read(path)));
		expect(whole).toEqual(["app/pages/entry-details.server.ts", "server/services/entries/late-decisions.ts"]);
		const users = program.filter((path) => /<EntryAnswers?\b/.test(read(path)));
		expect(users).toEqual([
			"app/components/entries/entry-details.tsx",
			"app/components/entries/entry-reviews.tsx",
			"app/components/reading/reading-pane.tsx",
			// What reviewers may read (`reviewed-entry.ts`).
			"app/components/reviews/review-texts.tsx",
			// A person's own entries.
			"app/routes/dashboard.tsx",
		]);
	});

	test("never use dangerouslySetInnerHTML", () => {
		expect(program.filter((path) => /dangerouslySetInnerHTML/i.test(read(path)))).toEqual([]);
	});
});

test("every table of the migrated database is STRICT", () => {
	const directory = mkdtempSync(join(tmpdir(), "rostrum-"));
	try {
		const file = join(directory, "fresh.db");
		openDatabase({ file, migrations: join(root, "migrations"), backups: directory }).close();
		const sqlite = new Sqlite(file, { readonly: true });
		const tables = "from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'";
		expect(sqlite.prepare(`select count(*) ${tables}`).pluck().get()).toBeGreaterThan(0);
		expect(sqlite.prepare(`select name ${tables} and strict = 0`).pluck().all()).toEqual([]);
		sqlite.close();
	} finally {
		rmSync(directory, { recursive: true });
	}
});

describe("texts", () => {
	const texts = (locale: string) => flatten(JSON.parse(read(`app/locales/${locale}.json`)));

	test("have the same keys in both languages", () => {
		expect(Object.keys(texts("zh")).sort()).toEqual(Object.keys(texts("en")).sort());
	});

	test("have the same placeholders in both languages", () => {
		const placeholders = (text: string) =>
			[...new Set([...text.matchAll(/\{\{\s*([^}\s]+)\s*\}\}/g)].map(([, name]) => name))].sort();
		const named = (locale: string) =>
			Object.fromEntries(Object.entries(texts(locale)).map(([key, text]) => [key, placeholders(text)]));
		expect(named("zh")).toEqual(named("en"));
	});
});

type Tree = { [key: string]: string | Tree };

function flatten(tree: Tree, before = ""): Record<string, string> {
	return Object.fromEntries(
		Object.entries(tree).flatMap(([key, value]) =>
			typeof value === "string" ? [[before + key, value]] : Object.entries(flatten(value, `${before}${key}.`)),
		),
	);
}

describe("what browsers are sent", () => {
	const built = (path: string) => readFileSync(join(root, "build", path));
	const listed = () =>
		JSON.parse(built("modules.json").toString()) as Record<"pages" | "islands", Record<string, string[]>>;
	const weigh = (path: string) => ({ path, bytes: brotliCompressSync(built(`client/${path}`)).length });

	test("is the build of these sources (otherwise: npm run build)", () => {
		expect(isBuilt()).toBe(true);
	});

	test("is listed file by file", () => {
		const scripts = filesIn("build/client").filter((path) => path.endsWith(".js") && !path.includes("/manifest-"));
		const names = [...Object.keys(listed().pages), ...Object.keys(listed().islands)];
		expect(names.map((name) => `build/client/${name}`).sort()).toEqual(scripts);
	});

	test("has nothing of the server, the database, the checks with zod, or the list of common passwords", () => {
		const serverOnly =
			/^(server|db|app\/schemas)\/|\.server\b|common-passwords|(^|\/)node_modules\/(zod|drizzle-orm|express)\//;
		const leaked = Object.entries({ ...listed().pages, ...listed().islands }).flatMap(([file, modules]) =>
			modules.filter((name) => serverOnly.test(name)).map((name) => `${file}: ${name}`),
		);
		expect(leaked).toEqual([]);
	});

	test("contains, on hydrating pages, only the console's texts, one file per language", () => {
		const pages = listed().pages;
		const withTexts = hydratedPages().flatMap(({ path, scripts }) =>
			scripts
				.flatMap((script) => pages[script] ?? [`no ${script}`])
				.filter((name) => /^no |all-texts|locales\/(?!translator)/.test(name))
				.map((name) => `${path}: ${name}`),
		);
		expect(withTexts).toEqual([]);
		const languages = Object.values(pages).map((modules) =>
			modules.filter((name) => /^app\/locales\/\w+\.json/.test(name)),
		);
		expect(languages.filter((names) => names.length > 0).sort()).toEqual([
			["app/locales/en.json"],
			["app/locales/zh.json"],
		]);
	});

	test("has islands without any package, but for the library of the console", () => {
		const modules = Object.entries(listed().islands).flatMap(([file, names]) => names.map((name) => ({ file, name })));
		expect(modules).not.toEqual([]);
		const foreign = modules.filter(
			({ name }) => !/^app\/(islands|programmes|accounts|enumerations|schedule|fragments)/.test(name),
		);
		expect(foreign).toEqual([
			{ file: expect.stringMatching(/\/console-/), name: expect.stringMatching(/^node_modules\/htmx\.org\//) },
		]);
	});

	test(`has islands of at most ${MOST_ISLAND_BYTES} bytes and styles of at most ${MOST_STYLE_BYTES}`, () => {
		const islands = Object.keys(listed().islands).map(weigh);
		const styles = filesIn("build/client/assets").filter((path) => path.endsWith(".css"));
		expect(styles).not.toEqual([]);
		const most = (path: string) => (/\/console-/.test(path) ? MOST_CONSOLE_BYTES : MOST_ISLAND_BYTES);
		expect(islands.filter(({ path, bytes }) => bytes > most(path))).toEqual([]);
		expect(
			styles.map((path) => weigh(path.replace("build/client/", ""))).filter(({ bytes }) => bytes > MOST_STYLE_BYTES),
		).toEqual([]);
	});
});
