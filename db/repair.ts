import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { UnusableDatabase } from "./errors.ts";

export interface Migration {
	/** Statements, in order. */
	sql: readonly string[];
	/** SHA-256 of the file with Unix line ends, in hex. */
	hash: string;
}

interface SchemaObject {
	type: "table" | "index" | "view" | "trigger";
	name: string;
	sql: string;
}

/** Defaults of NOT NULL columns missing in superseded tables. */
const FILLED: Readonly<Record<string, string>> = {
	"entries.email_folded": "lower(email)",
	"photos.held_at": "created_at",
};

/** Superseded migrations by number. Databases made with them are upgraded by `repairShape`. */
export function readSuperseded(migrations: string): Migration[][] {
	const folder = join(migrations, "superseded");
	const found: Migration[][] = [];
	for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
		const text = readFileSync(join(folder, name), "utf8");
		const number = Number(name.slice(0, 4));
		const others = found[number] ?? [];
		found[number] = [...others, { sql: [text], hash: hashOf(text) }];
	}
	return found;
}

/** SHA-256 in hexadecimal, with normalised line ends (git may convert them). */
export function hashOf(text: string): string {
	return createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");
}

/**
 * Rebuilds a database made with superseded migrations into the current schema, keeping its rows. Requires foreign
 * keys off and an open transaction. Does nothing if the schema is current.
 * @throws UnusableDatabase if no known combination of migrations made it
 */
export function repairShape(
	sqlite: Sqlite.Database,
	migrations: readonly Migration[],
	superseded: readonly (readonly Migration[])[],
): void {
	const present = shapeOf(sqlite);
	const wanted = shapeAfter(migrations);
	if (!wanted) throw new Error("the migrations do not run");
	if (isSame(present, wanted)) return;
	if (!histories(migrations, superseded).some((history) => isSame(present, shapeAfter(history))))
		throw new UnusableDatabase(
			`The tables of the database are not those of version ${migrations.length}; start the program that made it, or restore a backup`,
		);
	reshape(sqlite, present, wanted);
}

/** All combinations of known forms of the migrations. */
function histories(
	migrations: readonly Migration[],
	superseded: readonly (readonly Migration[])[],
): (readonly Migration[])[] {
	return migrations.reduce<(readonly Migration[])[]>(
		(before, migration, number) =>
			[migration, ...(superseded[number] ?? [])].flatMap((form) => before.map((history) => [...history, form])),
		[[]],
	);
}

/** Undefined if the combination does not run. */
function shapeAfter(migrations: readonly Migration[]): SchemaObject[] | undefined {
	const sqlite = new Sqlite(":memory:");
	try {
		for (const { sql } of migrations) for (const statement of sql) sqlite.exec(statement);
		return shapeOf(sqlite);
	} catch {
		return undefined;
	} finally {
		sqlite.close();
	}
}

function shapeOf(sqlite: Sqlite.Database): SchemaObject[] {
	return sqlite
		.prepare<[], SchemaObject>(
			"select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite\\_%' escape '\\' order by name",
		)
		.all();
}

function isSame(some: readonly SchemaObject[], others: readonly SchemaObject[] | undefined): boolean {
	return JSON.stringify(some) === JSON.stringify(others);
}

const isVirtual = ({ sql }: SchemaObject) => sql.startsWith("CREATE VIRTUAL TABLE");

function reshape(sqlite: Sqlite.Database, present: readonly SchemaObject[], wanted: readonly SchemaObject[]): void {
	const drop = ({ type, name }: SchemaObject) => sqlite.exec(`drop ${type} if exists "${name}"`);
	// Views and triggers of a table prevent rebuilding it, so they are dropped and created again.
	for (const type of ["trigger", "view", "index"]) for (const one of present) if (one.type === type) drop(one);
	// The vocabulary table of an index is dropped before the index.
	for (const one of present.filter(isVirtual).reverse()) drop(one);
	const shadows = wanted.filter(isVirtual).map(({ name }) => `${name}_`);
	const isOrdinary = (one: SchemaObject) =>
		one.type === "table" && !isVirtual(one) && !shadows.some((shadow) => one.name.startsWith(shadow));
	for (const table of wanted.filter(isOrdinary)) {
		const before = present.find(({ name }) => name === table.name);
		if (!before) sqlite.exec(table.sql);
		else if (before.sql !== table.sql) rebuild(sqlite, table);
	}
	for (const table of present.filter(isOrdinary)) if (!wanted.some(({ name }) => name === table.name)) drop(table);
	for (const type of ["index", "view"]) for (const one of wanted) if (one.type === type) sqlite.exec(one.sql);
	for (const one of wanted.filter(isVirtual)) sqlite.exec(one.sql);
	for (const one of wanted) if (one.type === "trigger") sqlite.exec(one.sql);
	for (const { name, sql } of wanted.filter(isVirtual))
		if (sql.includes("content=")) sqlite.exec(`insert into "${name}" ("${name}") values ('rebuild')`);
}

/** Rebuilds a table with its rows and its highest number. */
function rebuild(sqlite: Sqlite.Database, { name, sql }: SchemaObject): void {
	const columnsOf = (table: string) =>
		sqlite.prepare<[string], string>("select name from pragma_table_info(?)").pluck().all(table);
	const temporary = `__new_${name}`;
	sqlite.exec(
		sql.replace(/^CREATE TABLE \S+/, `CREATE TABLE "${temporary}"`).replaceAll(`"${name}".`, `"${temporary}".`),
	);
	const known = columnsOf(name);
	const columns = columnsOf(temporary).filter((column) => known.includes(column) || FILLED[`${name}.${column}`]);
	const values = columns.map((column) => (known.includes(column) ? `"${column}"` : FILLED[`${name}.${column}`]));
	const list = columns.map((column) => `"${column}"`);
	sqlite.exec(`insert into "${temporary}" (${list}) select ${values} from "${name}"`);
	const hasNumbers = / AUTOINCREMENT /i.test(sql);
	if (hasNumbers) {
		sqlite.prepare("delete from sqlite_sequence where name = ?").run(temporary);
		sqlite
			.prepare("insert into sqlite_sequence (name, seq) select ?, seq from sqlite_sequence where name = ?")
			.run(temporary, name);
	}
	sqlite.exec(`drop table "${name}"; alter table "${temporary}" rename to "${name}"`);
}
