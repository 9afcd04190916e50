import { sql } from "drizzle-orm";
import { check, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";
import { events } from "./events.ts";
import { instant } from "./instant.ts";

/** The texts of mails that organisers have changed. All others are the program's. */
export const mailTexts = sqliteTable(
	"mail_texts",
	{
		eventId: integer("event_id")
			.notNull()
			.references(() => events.id, { onDelete: "cascade" }),
		kind: text("kind").notNull(),
		locale: text("locale", { enum: ["en", "zh"] }).notNull(),
		subject: text("subject").notNull(),
		body: text("body").notNull(),
		/** Drawn anew at each change, so that a form of before is recognised. */
		revision: integer("revision").notNull(),
		at: instant("at").notNull(),
		actorId: integer("actor_id").references(() => users.id, { onDelete: "set null" }),
	},
	(table) => [
		primaryKey({ columns: [table.eventId, table.kind, table.locale] }),
		check("mail_texts_locale", sql`${table.locale} in ('en', 'zh')`),
	],
);
