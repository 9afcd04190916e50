import { sql } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";
import { events } from "./events.ts";
import { instant } from "./instant.ts";

/** One text to many people, as organisers wrote it. Its mails name it in the outbox. */
export const broadcasts = sqliteTable(
	"broadcasts",
	{
		id: integer("id").primaryKey({ autoIncrement: true }),
		eventId: integer("event_id").notNull(),
		/** Whom it goes to: the query of its page. */
		query: text("query").notNull(),
		subjectEn: text("subject_en").notNull(),
		bodyEn: text("body_en").notNull(),
		subjectZh: text("subject_zh").notNull(),
		bodyZh: text("body_zh").notNull(),
		/** Where answers go; "": to the sender of all mails. */
		replyTo: text("reply_to").notNull(),
		/** Fingerprint of the page that was approved, by which a second click finds it; NULL while it is written. */
		seen: text("seen"),
		at: instant("at").notNull(),
		actorId: integer("actor_id").references(() => users.id, { onDelete: "set null" }),
	},
	(table) => [uniqueIndex("broadcasts_draft").on(table.eventId, table.actorId).where(sql`${table.seen} is null`)],
);

/** Who has unsubscribed from the broadcasts of an event. */
export const optOuts = sqliteTable(
	"opt_outs",
	{
		eventId: integer("event_id")
			.notNull()
			.references(() => events.id, { onDelete: "cascade" }),
		/** Keyed hash of event and address, so that it can stay when the person is erased. */
		person: text("person").notNull(),
		at: instant("at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.eventId, table.person] })],
);
