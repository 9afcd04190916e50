import { sql } from "drizzle-orm";
import { check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { PROGRAMME_STATES } from "../../app/enumerations.ts";
import { instant } from "./instant.ts";

export const tracks = sqliteTable(
	"tracks",
	{
		id: text("id").primaryKey(),
		/** `unselected` is the row for "none yet"; `divider` separates options. */
		kind: text("kind", { enum: ["unselected", "track", "divider"] }).notNull(),
		label: text("label").notNull(),
		labelZh: text("label_zh").notNull(),
		description: text("description").notNull().default(""),
		descriptionZh: text("description_zh").notNull().default(""),
		active: integer("active", { mode: "boolean" }).notNull().default(true),
		position: integer("position").notNull().unique(),
	},
	(table) => [check("tracks_kind", sql`${table.kind} in ('unselected', 'track', 'divider')`)],
);

/** Settings of a programme; its form is code. */
export const programmeSettings = sqliteTable(
	"programmes",
	{
		category: text("category").primaryKey(),
		state: text("state", { enum: PROGRAMME_STATES }).notNull(),
		opensAt: instant("opens_at"),
		closesAt: instant("closes_at"),
		link: text("link"),
	},
	(table) => [check("programmes_state", sql`${table.state} in ('open', 'closed', 'dates', 'external')`)],
);
