import { blob, foreignKey, index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { drafts } from "./drafts.ts";
import { instant } from "./instant.ts";

/** Links by which one draft is opened on another device. They go with the draft. */
export const draftLinks = sqliteTable(
	"draft_links",
	{
		/** SHA-256 of what the link holds; the secret itself is never stored. */
		secretHash: blob("secret_hash", { mode: "buffer" }).primaryKey(),
		subject: text("subject").notNull(),
		form: text("form").notNull(),
		createdAt: instant("created_at").notNull(),
		expiresAt: instant("expires_at").notNull(),
	},
	(table) => [
		foreignKey({ columns: [table.subject, table.form], foreignColumns: [drafts.subject, drafts.form] })
			.onDelete("cascade")
			.onUpdate("cascade"),
		index("draft_links_draft").on(table.subject, table.form),
		index("draft_links_expiry").on(table.expiresAt),
	],
);
