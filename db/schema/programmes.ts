import { sql } from "drizzle-orm";
import { check, integer, primaryKey, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { PROGRAMME_STATES, TELLING } from "../../app/enumerations.ts";
import type { ProgrammeDefinition } from "../../app/programmes/define.ts";
import { users } from "./accounts.ts";
import { FIRST_EVENT } from "./first-event.ts";
import { instant } from "./instant.ts";

export const tracks = sqliteTable(
	"tracks",
	{
		id: text("id").primaryKey(),
		/** NULL for the row of "none yet", which all events share. */
		eventId: integer("event_id"),
		/** `unselected` is the row for "none yet"; `divider` separates options. */
		kind: text("kind", { enum: ["unselected", "track", "divider"] }).notNull(),
		label: text("label").notNull(),
		labelZh: text("label_zh").notNull(),
		description: text("description").notNull().default(""),
		descriptionZh: text("description_zh").notNull().default(""),
		active: integer("active", { mode: "boolean" }).notNull().default(true),
		position: integer("position").notNull(),
	},
	(table) => [
		unique("tracks_position").on(table.eventId, table.position),
		check("tracks_kind", sql`${table.kind} in ('unselected', 'track', 'divider')`),
		check("tracks_event", sql`(${table.eventId} is null) = (${table.kind} = 'unselected')`),
	],
);

/**
 * A programme: its settings, and which version of its definition is in force. Without a version it is being prepared, or
 * is from before definitions were in the database.
 */
export const programmes = sqliteTable(
	"programmes",
	{
		category: text("category").primaryKey(),
		eventId: integer("event_id").notNull().default(FIRST_EVENT),
		state: text("state", { enum: PROGRAMME_STATES }).notNull(),
		opensAt: instant("opens_at"),
		closesAt: instant("closes_at"),
		link: text("link"),
		/** When authors and visitors learn what was decided. */
		tells: text("tells", { enum: TELLING }).notNull().default("at once"),
		/** Until when accepted authors confirm that they take part; NULL: they are not asked. */
		confirmBy: instant("confirm_by"),
		/** How many days before that they are reminded. */
		remindDays: integer("remind_days").notNull().default(3),
		/** Programmes are shown in this order. */
		position: integer("position").notNull().default(0),
		version: integer("version"),
		/** It has no form any more; its entries stay. */
		archived: integer("archived", { mode: "boolean" }).notNull().default(false),
	},
	(table) => [check("programmes_state", sql`${table.state} in ('open', 'closed', 'dates', 'external')`)],
);

/** Every definition that a programme has had. Rows never change. */
export const programmeVersions = sqliteTable(
	"programme_versions",
	{
		category: text("category")
			.notNull()
			.references(() => programmes.category),
		/** Counts from 1. */
		version: integer("version").notNull(),
		definition: text("definition", { mode: "json" }).$type<ProgrammeDefinition>().notNull(),
		at: instant("at").notNull(),
		/** Who published it; NULL: it came with the program, or their account is gone. */
		actorId: integer("actor_id").references(() => users.id, { onDelete: "set null" }),
		note: text("note").notNull().default(""),
	},
	(table) => [primaryKey({ columns: [table.category, table.version] })],
);

/** The definition of a programme as organisers are changing it. Visitors see nothing of it. */
export const programmeDrafts = sqliteTable("programme_drafts", {
	category: text("category")
		.primaryKey()
		.references(() => programmes.category, { onDelete: "cascade" }),
	definition: text("definition", { mode: "json" }).$type<ProgrammeDefinition>().notNull(),
	/** Drawn anew at each change, so that a form of before is recognised. */
	revision: integer("revision").notNull(),
	at: instant("at").notNull(),
	actorId: integer("actor_id").references(() => users.id, { onDelete: "set null" }),
});
