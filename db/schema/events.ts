import { sql } from "drizzle-orm";
import { blob, check, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { EVENT_STATES, EVENT_TEMPLATES } from "../../app/enumerations.ts";
import type { Grid } from "../../app/schedule/grid.ts";
import { instant } from "./instant.ts";

/**
 * One edition of the conference. Texts in Chinese may be empty: pages then show the others; links may be empty: pages
 * then leave them out. Programmes, tracks and the grid belong to the current event until a second one has its own.
 */
export const events = sqliteTable(
	"events",
	{
		id: integer("id").primaryKey({ autoIncrement: true }),
		/** Its name in addresses. */
		slug: text("slug").notNull().unique(),
		state: text("state", { enum: EVENT_STATES }).notNull(),
		name: text("name").notNull(),
		nameZh: text("name_zh").notNull().default(""),
		place: text("place").notNull().default(""),
		placeZh: text("place_zh").notNull().default(""),
		/** IANA name. */
		zone: text("zone").notNull(),
		organisation: text("organisation").notNull(),
		organisationZh: text("organisation_zh").notNull().default(""),
		site: text("site").notNull().default(""),
		/** Takes nominations in place of a call of this portal. */
		spotlightSite: text("spotlight_site").notNull().default(""),
		chat: text("chat").notNull().default(""),
		privacy: text("privacy").notNull().default(""),
		/** Email address for questions. */
		support: text("support").notNull(),
		/** `#0b6e63`, as it was chosen; `app/brand/accent.ts` makes both schemes of it. */
		accent: text("accent").notNull(),
		front: text("front").notNull().default(""),
		frontZh: text("front_zh").notNull().default(""),
		/** Which talks the public sees; "": from before there was a choice, until the next start fills it. */
		publicTalks: text("public_talks").notNull().default(""),
		/** The grid as it was when the event was archived, with the entry of each slot. */
		grid: text("grid", { mode: "json" }).$type<Grid>(),
		/** When it was archived. */
		archivedAt: instant("archived_at"),
		/** Copied texts that organisers have looked at and leave as they are, each as its hash. */
		checkedTexts: text("checked_texts", { mode: "json" }).$type<string[]>(),
		/** What it was made from. */
		template: text("template", { enum: EVENT_TEMPLATES }).notNull().default("hangzhou"),
	},
	(table) => [
		uniqueIndex("events_current").on(table.state).where(sql`${table.state} = 'current'`),
		check("events_state", sql`${table.state} in ('preparing', 'current', 'archived')`),
		check("events_public_talks", sql`${table.publicTalks} in ('', 'all', 'accepted', 'off')`),
		check("events_slug", sql`${table.slug} <> '' and ${table.slug} not glob '*[^a-z0-9-]*'`),
		check("events_accent", sql`length(${table.accent}) = 7 and ${table.accent} glob '#*'`),
	],
);

/** The logo of an event, drawn once in every size that is shown. */
export const eventLogos = sqliteTable("event_logos", {
	eventId: integer("event_id")
		.primaryKey()
		.references(() => events.id, { onDelete: "cascade" }),
	/** In the addresses of the files; differs where a picture does. */
	version: text("version").notNull(),
	/** PNG, for the header of pages. */
	logo: blob("logo", { mode: "buffer" }).notNull(),
	width: integer("width").notNull(),
	height: integer("height").notNull(),
	/** PNG, a square. */
	icon: blob("icon", { mode: "buffer" }).notNull(),
	/** Deflated RGBA, for the corner of cards: the picture library reads no files from memory. */
	emblem: blob("emblem", { mode: "buffer" }).notNull(),
	emblemWidth: integer("emblem_width").notNull(),
	emblemHeight: integer("emblem_height").notNull(),
});
