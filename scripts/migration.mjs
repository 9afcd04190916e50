/**
 * Writes the next migration from `db/schema` and `db/derived/`, and tries it.
 * drizzle-kit knows tables and indexes only. Here its SQL is made to run on a database with rows, views and triggers.
 */
import "./node-version.mjs";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { root } from "./sources.mjs";

const folder = join(root, "migrations");
const BREAK = "\n--> statement-breakpoint\n";

/** @typedef {{ type: string, name: string, sql: string }} SchemaObject */

/** @returns {string[]} the names of all migrations, oldest first */
function migrations() {
	return readdirSync(folder)
		.filter((name) => name.endsWith(".sql"))
		.sort();
}

/** @param {string[]} words of drizzle-kit */
function generate(...words) {
	const tool = join(root, "node_modules/drizzle-kit/bin.cjs");
	const { status } = spawnSync(
		process.execPath,
		[tool, "generate", "--config", "db/drizzle.config.ts", ...words, ...process.argv.slice(2)],
		{ cwd: root, stdio: "inherit" },
	);
	if (status !== 0) throw new Error(`drizzle-kit ended with ${status}`);
}

/** An empty database after these migrations. @param {string[]} names */
function migrated(names) {
	const database = new Sqlite(":memory:");
	for (const name of names) database.exec(readFileSync(join(folder, name), "utf8"));
	return database;
}

/**
 * Views, triggers and virtual tables, by name.
 * @param {Sqlite.Database} database
 * @returns {Map<string, SchemaObject>}
 */
function derivedIn(database) {
	const rows = /** @type {SchemaObject[]} */ (
		database
			.prepare(
				"select type, name, sql from sqlite_master where type in ('view', 'trigger') or sql like 'CREATE VIRTUAL TABLE%'",
			)
			.all()
	);
	return new Map(rows.map((row) => [row.name, row]));
}

/** What `db/derived/` declares, as one text. */
function declarations() {
	const files = readdirSync(join(root, "db/derived")).sort();
	return files.map((name) => readFileSync(join(root, "db/derived", name), "utf8").trim()).join("\n\n");
}

/** @param {Iterable<SchemaObject>} objects */
function drops(objects) {
	const word = { view: "VIEW", trigger: "TRIGGER", table: "TABLE" };
	return [...objects].map(
		({ type, name }) => `DROP ${word[/** @type {keyof typeof word} */ (type)]} IF EXISTS \`${name}\`;`,
	);
}

/**
 * Corrects drizzle-kit's SQL for rebuilt tables: it reads new columns from the old table, quotes index expressions as
 * names, and loses the AUTOINCREMENT counter (ids must not be reused).
 * @param {string} sql
 * @param {Sqlite.Database} before
 */
function corrected(sql, before) {
	const columns = (/** @type {string} */ table) =>
		/** @type {string[]} */ (before.prepare("select name from pragma_table_info(?)").pluck().all(table));
	return sql
		.replace(/(CREATE TABLE [\s\S]*?\n\));/g, "$1 STRICT;")
		.replace(/^CREATE (?:UNIQUE )?INDEX .*$/gm, (line) =>
			line.replace(/`([^`]*)`/g, (quoted, name) => (name.includes('"') ? name : quoted)),
		)
		.replace(/INSERT INTO `__new_(\w+)`\(([^)]*)\) SELECT [^;]* FROM `\1`;/g, (_all, table, list) => {
			const known = columns(table).map((name) => `"${name}"`);
			const kept = list
				.split(", ")
				.filter((/** @type {string} */ name) => known.includes(name))
				.join(", ");
			const numbers = `DELETE FROM sqlite_sequence WHERE name = '__new_${table}';
INSERT INTO sqlite_sequence (name, seq) SELECT '__new_${table}', seq FROM sqlite_sequence WHERE name = '${table}';`;
			return `INSERT INTO \`__new_${table}\`(${kept}) SELECT ${kept} FROM \`${table}\`;${BREAK}${numbers}`;
		});
}

/** @param {string[]} earlier the migrations there are */
function writeNext(earlier) {
	const before = migrated(earlier);
	const present = derivedIn(before);

	generate();
	let [name] = migrations().filter((one) => !earlier.includes(one));
	const generated = name ? corrected(readFileSync(join(folder, name), "utf8").trim(), before) : "";

	// New tables first, then views, triggers and the index as declared.
	const after = migrated(earlier);
	after.exec(drops(present.values()).join("\n"));
	after.exec(generated);
	after.exec(declarations());
	const declared = derivedIn(after);

	const isChanged = (/** @type {string} */ one) => present.get(one)?.sql !== declared.get(one)?.sql;
	const anew = [...present.keys()].some(isChanged) || /\bDROP TABLE\b/.test(generated);
	// Added objects leave the others as they are.
	const added = [...declared.values()].filter((one) => !present.has(one.name)).map(({ sql }) => `${sql};`);
	if (!name && !anew && added.length === 0) {
		console.log("Schema and derived objects are as the migrations make them");
		return;
	}
	if (!name) {
		generate("--custom", "--name", "derived");
		[name] = migrations().filter((one) => !earlier.includes(one));
	}
	// The text index is rebuilt only if it or its view changed, because filling it is slow.
	const search = [...present.values()].filter(({ type }) => type === "table");
	const isRefilled = [...search.map((one) => one.name), "entry_texts"].some(isChanged);
	const dropped = [...present.values()]
		.filter(({ type }) => type !== "table")
		.concat(isRefilled ? search.reverse() : []);
	const parts = anew ? [drops(dropped).join("\n"), generated, declarations()] : [generated, ...added];
	if (isRefilled) parts.push("INSERT INTO `entry_search` (`entry_search`) VALUES ('rebuild');");
	const text = `${parts.filter(Boolean).join(BREAK)}\n`;
	migrated(earlier).exec(text);
	writeFileSync(join(folder, name ?? ""), text);
	console.log(`${name}: tried on an empty database${anew ? ", with views and triggers made anew" : ""}`);
}

/** Removes drizzle-kit's files after a failure. @param {string[]} earlier @param {string} journal */
function takeBack(earlier, journal) {
	for (const name of migrations().filter((one) => !earlier.includes(one))) {
		rmSync(join(folder, name));
		rmSync(join(folder, "meta", `${name.slice(0, 4)}_snapshot.json`), { force: true });
	}
	writeFileSync(journalFile, journal);
}

const journalFile = join(folder, "meta/_journal.json");
const journal = readFileSync(journalFile, "utf8");
const earlier = migrations();
try {
	writeNext(earlier);
} catch (error) {
	takeBack(earlier, journal);
	console.error(`No migration was written: ${error instanceof Error ? error.message : error}`);
	process.exit(1);
}
