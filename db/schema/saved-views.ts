import { sql } from "drizzle-orm";
import { check, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import type { EntryKind } from "../../app/kinds.ts";

/** A list of the console as somebody narrowed it, by a name. All organisers share it. */
export const savedViews = sqliteTable(
	"saved_views",
	{
		id: integer("id").primaryKey({ autoIncrement: true }),
		kind: text("kind").$type<EntryKind>().notNull(),
		name: text("name").notNull(),
		/** What stands in the address of the list behind the question mark. */
		search: text("search").notNull(),
	},
	(table) => [
		unique("saved_views_name").on(table.kind, table.name),
		check("saved_views_length", sql`length(${table.name}) between 1 and 60 and length(${table.search}) <= 4000`),
	],
);
