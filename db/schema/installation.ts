import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./instant.ts";

/** One row: which installation this is. The folder of its photos carries the same (`server/backup/uploads-folder.ts`). */
export const installation = sqliteTable("installation", { id: text("id").primaryKey() });

/** One row: how often the set-up of events was changed, which triggers count (`derived/setup.sql`). Caches compare it. */
export const setupChanges = sqliteTable("setup_changes", { n: integer("n").notNull() });

/** Completed erasures. Those of persons are also in the journal (`erasures.ts`); purged entries are not. */
export const erasures = sqliteTable("erasures", {
	id: text("id").primaryKey(),
	at: instant("at").notNull(),
	/** When the files were clean, too. */
	scrubbedAt: instant("scrubbed_at"),
});

/** Which migrations made the tables (`migrate.ts`): a database that another program made differs here. */
export const appliedMigrations = sqliteTable("applied_migrations", {
	/** Position in the journal, from 0. */
	number: integer("number").primaryKey(),
	/** SHA-256 of the file, in hex. */
	hash: text("hash").notNull(),
});
