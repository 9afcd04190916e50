import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./instant.ts";

type DraftValues = Record<string, string | readonly string[]>;

/** A version that another page or device had saved. `savedAt` is in milliseconds since the epoch. */
type OlderVersion = { values: DraftValues; savedAt: number };

/** Drafts: the newest version of each form and person, and the versions of other pages and devices. */
export const drafts = sqliteTable(
	"drafts",
	{
		/** `user:<id>` or `visitor:<hash of the cookie>`. */
		subject: text("subject").notNull(),
		/** The category, with the event or the entry where it is for one. */
		form: text("form").notNull(),
		/** As typed; `photo` is the name of a kept one. */
		values: text("values", { mode: "json" }).$type<DraftValues>().notNull(),
		updatedAt: instant("updated_at").notNull(),
		/** Versions that the newest one did not start from, newest first. */
		older: text("older", { mode: "json" }).$type<readonly OlderVersion[]>().notNull().default([]),
		/** The network (/24, /48) of a visitor's, whose drafts have bounds; NULL for accounts'. */
		network: text("network"),
		/** Size of all versions. */
		bytes: integer("bytes").notNull().default(0),
		/** When the draft was deleted to make room; only this is kept, to tell its author. */
		gaveWayAt: instant("gave_way_at"),
	},
	(table) => [
		primaryKey({ columns: [table.subject, table.form] }),
		index("drafts_updated").on(table.updatedAt),
		index("drafts_network").on(table.network, table.updatedAt, table.bytes).where(sql`${table.network} is not null`),
		index("drafts_gone").on(table.gaveWayAt).where(sql`${table.gaveWayAt} is not null`),
	],
);

/** How often a field failed for one person on one form (specification section 5, soft validation). */
export const attempts = sqliteTable(
	"attempts",
	{
		subject: text("subject").notNull(),
		category: text("category").notNull(),
		field: text("field").notNull(),
		failures: integer("failures").notNull(),
		updatedAt: instant("updated_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.subject, table.category, table.field] }),
		index("attempts_updated").on(table.updatedAt),
	],
);
