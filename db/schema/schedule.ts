import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import type { Grid } from "../../app/schedule/grid.ts";
import { users } from "./accounts.ts";
import { entries } from "./entries.ts";
import { FIRST_EVENT } from "./first-event.ts";
import { instant } from "./instant.ts";
import { tracks } from "./programmes.ts";

/** A day of the current event: only that one has a grid. */
export const days = sqliteTable(
	"days",
	{
		/** Without a dash, because it begins slot keys (`day-track-time`). */
		id: text("id").primaryKey(),
		/** `2025-09-13`, where the event is. */
		date: text("date").notNull().unique(),
	},
	(table) => [
		check("days_id", sql`${table.id} <> '' and ${table.id} not glob '*[^a-z0-9]*'`),
		check("days_date", sql`${table.date} is date(${table.date})`),
	],
);

/** A track that has slots on a day, and where it takes place. */
export const dayTracks = sqliteTable(
	"day_tracks",
	{
		dayId: text("day_id")
			.notNull()
			.references(() => days.id),
		trackId: text("track_id")
			.notNull()
			.references(() => tracks.id),
		room: text("room").notNull().default(""),
	},
	(table) => [primaryKey({ columns: [table.dayId, table.trackId] })],
);

/** A slot and its entry. Unique: one entry per slot, one slot per entry. */
export const slots = sqliteTable(
	"slots",
	{
		dayId: text("day_id").notNull(),
		trackId: text("track_id").notNull(),
		/** `HH:MM`, where the event is. */
		time: text("time").notNull(),
		minutes: integer("minutes").notNull(),
		entryId: integer("entry_id")
			.unique()
			.references(() => entries.id, { onDelete: "set null" }),
	},
	(table) => [
		primaryKey({ columns: [table.dayId, table.trackId, table.time] }),
		foreignKey({ columns: [table.dayId, table.trackId], foreignColumns: [dayTracks.dayId, dayTracks.trackId] }),
		check("slots_time", sql`${table.time} is strftime('%H:%M', ${table.time})`),
		check("slots_minutes", sql`${table.minutes} between 5 and 720`),
	],
);

/** A special event, such as lunch. No slot overlaps it. */
export const specialEvents = sqliteTable(
	"special_events",
	{
		id: integer("id").primaryKey({ autoIncrement: true }),
		dayId: text("day_id")
			.notNull()
			.references(() => days.id),
		/** NULL: all tracks of the day. */
		trackId: text("track_id").references(() => tracks.id),
		time: text("time").notNull(),
		minutes: integer("minutes").notNull(),
		title: text("title").notNull(),
		titleZh: text("title_zh").notNull().default(""),
		description: text("description").notNull().default(""),
		descriptionZh: text("description_zh").notNull().default(""),
	},
	(table) => [
		index("special_events_day").on(table.dayId, table.time),
		check("special_events_time", sql`${table.time} is strftime('%H:%M', ${table.time})`),
		check("special_events_minutes", sql`${table.minutes} between 5 and 720`),
	],
);

/** The schedule as it was made public, version by version. The last one is what visitors see. */
export const releases = sqliteTable(
	"releases",
	{
		/** Counts the releases of all events. */
		version: integer("version").primaryKey({ autoIncrement: true }),
		eventId: integer("event_id").notNull().default(FIRST_EVENT),
		/** Counts those of its event, from 1: what people know as its version. */
		number: integer("number").notNull().default(0),
		at: instant("at").notNull(),
		actorId: integer("actor_id").references(() => users.id, { onDelete: "set null" }),
		note: text("note").notNull().default(""),
		/** Snapshot: days, tracks, special events, and the entry of each slot. Texts of entries are read live. */
		grid: text("grid", { mode: "json" }).$type<Grid>().notNull(),
	},
	(table) => [unique("releases_number").on(table.eventId, table.number)],
);
