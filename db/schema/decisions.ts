import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { LETTER_KINDS } from "../../app/enumerations.ts";
import type { Status } from "../../app/lifecycle.ts";
import { users } from "./accounts.ts";
import { entries } from "./entries.ts";
import { instant } from "./instant.ts";
import { programmes } from "./programmes.ts";

/** A release of decisions: what organisers told many authors at once. Its mails name it in the outbox. */
export const decisionReleases = sqliteTable("decision_releases", {
	id: integer("id").primaryKey({ autoIncrement: true }),
	eventId: integer("event_id").notNull(),
	category: text("category")
		.notNull()
		.references(() => programmes.category),
	/** Which statuses and tracks were told; without any, all. */
	statuses: text("statuses", { mode: "json" }).$type<Status[]>().notNull(),
	tracks: text("tracks", { mode: "json" }).$type<string[]>().notNull(),
	/** Fingerprint of the page that was approved, by which a second click finds the release of the first. */
	seen: text("seen").notNull(),
	/** How many were told on their pages only, without a mail. */
	unmailed: integer("unmailed").notNull(),
	at: instant("at").notNull(),
	actorId: integer("actor_id").references(() => users.id, { onDelete: "set null" }),
});

/** The text of a mail about one entry that an organiser wrote, kept until it is sent. */
export const decisionLetters = sqliteTable(
	"decision_letters",
	{
		entryId: integer("entry_id")
			.notNull()
			.references(() => entries.id, { onDelete: "cascade" }),
		kind: text("kind", { enum: LETTER_KINDS }).notNull(),
		subject: text("subject").notNull(),
		body: text("body").notNull(),
		at: instant("at").notNull(),
		actorId: integer("actor_id").references(() => users.id, { onDelete: "set null" }),
	},
	(table) => [primaryKey({ columns: [table.entryId, table.kind] })],
);
