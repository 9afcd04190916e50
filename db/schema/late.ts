import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.ts";
import { entries } from "./entries.ts";
import { instant } from "./instant.ts";
import { photos } from "./photos.ts";

/** Late submissions, until an organiser decides. */
export const lateEntries = sqliteTable(
	"late_entries",
	{
		id: integer("id").primaryKey({ autoIncrement: true }),
		/** The sender and the form, as for drafts; NULL: unknown sender. */
		subject: text("subject"),
		form: text("form").notNull(),
		category: text("category").notNull(),
		/** The entry it changes; NULL for a new one. */
		entryId: integer("entry_id").references(() => entries.id, { onDelete: "cascade" }),
		userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
		emailFolded: text("email_folded").notNull(),
		/** The columns that the entry gets. */
		content: text("content", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
		photo: text("photo").references(() => photos.name),
		locale: text("locale", { enum: ["en", "zh"] }).notNull(),
		submissionKey: text("submission_key").notNull().unique(),
		arrivedAt: instant("arrived_at").notNull(),
		/** When an organiser decided against it. */
		declinedAt: instant("declined_at"),
	},
	(table) => [
		index("late_entries_sender").on(table.subject, table.form).where(sql`${table.subject} is not null`),
		index("late_entries_email").on(table.emailFolded),
		index("late_entries_user").on(table.userId),
		index("late_entries_entry").on(table.entryId),
		index("late_entries_photo").on(table.photo).where(sql`${table.photo} is not null`),
		check("late_entries_json", sql`json_valid(${table.content})`),
	],
);
