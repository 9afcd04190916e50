import { sql } from "drizzle-orm";
import { blob, check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";
import { instant } from "./instant.ts";
import { programmes } from "./programmes.ts";

/** Links by which organisers let people submit to a call that takes no entries. */
export const lateLinks = sqliteTable(
	"late_links",
	{
		id: integer("id").primaryKey({ autoIncrement: true }),
		/** SHA-256 of what the link holds; the secret itself is never stored. */
		secretHash: blob("secret_hash", { mode: "buffer" }).notNull().unique(),
		category: text("category")
			.notNull()
			.references(() => programmes.category, { onDelete: "cascade" }),
		/** For whom it is, in the words of organisers; "": not said, or erased. */
		note: text("note").notNull(),
		/** How many entries it may bring, and how many it has brought. */
		allowed: integer("allowed").notNull(),
		used: integer("used").notNull().default(0),
		createdAt: instant("created_at").notNull(),
		/** The end of its last day. */
		expiresAt: instant("expires_at").notNull(),
		/** When an organiser or a restore ended it. */
		endedAt: instant("ended_at"),
		actorId: integer("actor_id").references(() => users.id, { onDelete: "set null" }),
	},
	(table) => [
		index("late_links_category").on(table.category),
		check("late_links_note", sql`length(${table.note}) <= 200`),
		check("late_links_uses", sql`${table.allowed} between 1 and 20 and ${table.used} between 0 and ${table.allowed}`),
	],
);
