import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MESSAGE_THREADS } from "../../app/enumerations.ts";
import { users } from "./accounts.ts";
import { entries } from "./entries.ts";
import { instant } from "./instant.ts";

/** What the people of an entry and the organisers write to each other about it, and organisers among themselves. */
export const messages = sqliteTable(
	"messages",
	{
		id: integer("id").primaryKey({ autoIncrement: true }),
		entryId: integer("entry_id")
			.notNull()
			.references(() => entries.id, { onDelete: "cascade" }),
		thread: text("thread", { enum: MESSAGE_THREADS }).notNull(),
		/** Written by the team, and not by the people of the entry. */
		fromTeam: integer("from_team", { mode: "boolean" }).notNull(),
		/** NULL: who opened the private link, or an account that is gone. */
		actorId: integer("actor_id").references(() => users.id, { onDelete: "set null" }),
		body: text("body").notNull(),
		at: instant("at").notNull(),
	},
	(table) => [
		index("messages_entry").on(table.entryId, table.id),
		// The last message of each thread is found without reading the texts.
		index("messages_people")
			.on(table.entryId, table.id, table.fromTeam, table.at)
			.where(sql`${table.thread} = 'people'`),
		index("messages_actor").on(table.actorId).where(sql`${table.actorId} is not null`),
		check("messages_body", sql`length(${table.body}) between 1 and 5000`),
	],
);
