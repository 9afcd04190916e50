import { sql } from "drizzle-orm";
import { blob, check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { LOG_TYPES } from "../../app/enumerations.ts";
import { ENTRY_KINDS } from "../../app/kinds.ts";
import { FIRST_PRESENCE, FIRST_STATUS, PRESENCES, STATUSES } from "../../app/lifecycle.ts";
import { isNotActive } from "../not-active.ts";
import { users } from "./accounts.ts";
import { FIRST_EVENT } from "./first-event.ts";
import { instant } from "./instant.ts";
import { photos } from "./photos.ts";
import { tracks } from "./programmes.ts";

/** Known statuses (`app/lifecycle.ts`), written at each start. */
export const statuses = sqliteTable("statuses", { name: text("name").primaryKey() });

/** The presences that the program knows, likewise. */
export const presences = sqliteTable("presences", { name: text("name").primaryKey() });

export const entries = sqliteTable(
	"entries",
	{
		id: integer("id").primaryKey({ autoIncrement: true }),
		/** Event of its programme; lists are of one event. */
		eventId: integer("event_id").notNull().default(FIRST_EVENT),
		category: text("category").notNull(),
		/** Kind of its programme: each kind has lists of its own. */
		kind: text("kind", { enum: ENTRY_KINDS }).notNull().default("talk"),
		/** Version of the form of its call by which it was last judged; NULL for those from before forms had versions. */
		formVersion: integer("form_version"),
		userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
		name: text("name").notNull(),
		email: text("email").notNull(),
		/** Folded address, by which guest entries are matched to accounts. */
		emailFolded: text("email_folded").notNull(),
		org: text("org").notNull(),
		title: text("title").notNull(),
		trackId: text("track_id").references(() => tracks.id),
		photo: text("photo").references(() => photos.name),
		/** NULL: never asked (a REST client). False: asked and not given; such an entry is never public. */
		consent: integer("consent", { mode: "boolean" }),
		status: text("status", { enum: STATUSES })
			.notNull()
			.default(FIRST_STATUS)
			.references(() => statuses.name),
		/** The status its author and visitors know while the present one is held back; NULL: they know that one. */
		toldStatus: text("told_status", { enum: STATUSES }),
		/** Its place on the waiting list of its track, from 1; NULL: below those that have one. */
		waitingPlace: integer("waiting_place"),
		/** When its author confirmed that they take part; NULL: not yet. */
		confirmedAt: instant("confirmed_at"),
		presence: text("presence", { enum: PRESENCES })
			.notNull()
			.default(FIRST_PRESENCE)
			.references(() => presences.name),
		/** The presence its author knows while organisers keep it apart; NULL: they know the present one. */
		toldPresence: text("told_presence", { enum: PRESENCES }),
		/** Since when organisers keep it apart; NULL: they do not. */
		apartAt: instant("apart_at"),
		/** Keyed hash of the network (/24, /48) that a guest sent it from; `local` for a loopback or private one. Forgotten after a month. */
		sentFrom: text("sent_from"),
		/** Every answer without a column of its own. */
		answers: text("answers", { mode: "json" }).$type<Record<string, string | string[] | boolean>>().notNull(),
		/** Required fields that are missing. */
		incomplete: text("incomplete", { mode: "json" }).$type<string[]>().notNull(),
		/** Search text, folded (NFKC, lower case): the public part, and the rest. NULL: not indexed yet. */
		publicText: text("public_text"),
		searchText: text("search_text").notNull(),
		/** Language of the mails to this speaker. */
		locale: text("locale", { enum: ["en", "zh"] }).notNull(),
		/** Increasing it revokes all private links sent before. */
		linkVersion: integer("link_version").notNull().default(1),
		/** The version of before, which works until a link of the present one is opened. NULL: none does. */
		oldLinkVersion: integer("old_link_version"),
		/**
		 * Fingerprint of the submission, unique, so that a repeat (double click, retry) finds the entry. NULL once the
		 * entry changed.
		 */
		submissionKey: text("submission_key").unique(),
		/** Panel: track ids and keywords, internal. */
		panelists: text("panelists", { mode: "json" }).$type<string[]>().notNull().default([]),
		keywords: text("keywords", { mode: "json" }).$type<string[]>().notNull().default([]),
		createdAt: instant("created_at").notNull(),
		updatedAt: instant("updated_at").notNull(),
	},
	(table) => [
		index("entries_user").on(table.userId, table.updatedAt, table.id),
		index("entries_email").on(table.emailFolded),
		index("entries_photo").on(table.photo).where(sql`${table.photo} is not null`),
		// One index per sort order, read from either end.
		index("entries_kind").on(table.eventId, table.kind, table.id),
		// Who reviews what is counted in this index alone: reading the rows would load their texts.
		index("entries_call").on(table.eventId, table.kind, table.category, table.presence, table.id, table.trackId),
		index("entries_status").on(table.eventId, table.kind, table.status, sql`${table.id} desc`),
		index("entries_told").on(
			table.eventId,
			table.kind,
			sql`coalesce(${table.toldStatus}, ${table.status})`,
			sql`${table.id} desc`,
		),
		index("entries_track").on(table.eventId, table.kind, table.trackId, sql`${table.id} desc`),
		index("entries_updated").on(table.eventId, table.kind, table.updatedAt, sql`${table.id} desc`),
		index("entries_title").on(table.eventId, table.kind, sql`lower(${table.title})`, sql`${table.id} desc`),
		index("entries_name").on(table.eventId, table.kind, sql`lower(${table.name})`, sql`${table.id} desc`),
		index("entries_org").on(table.eventId, table.kind, sql`lower(${table.org})`, sql`${table.id} desc`),
		// Partial indexes for entries with to-dos.
		index("entries_incomplete").on(table.eventId, table.kind, table.id).where(sql`${table.incomplete} <> '[]'`),
		index("entries_withdrawn").on(table.eventId, table.kind, table.id).where(isNotActive(table.presence)),
		index("entries_kept_apart")
			.on(table.eventId, table.presence, table.apartAt)
			.where(sql`${table.apartAt} is not null`),
		index("entries_sent_from").on(table.sentFrom, table.createdAt).where(sql`${table.sentFrom} is not null`),
		index("entries_created").on(table.eventId, table.createdAt, table.category),
		index("entries_apart").on(table.id).where(sql`${table.publicText} is null`),
		// Sortable answers of the JSON column.
		index("entries_owner")
			.on(table.eventId, sql`lower(${table.answers} ->> '$.ownername')`, sql`${table.id} desc`)
			.where(sql`${table.kind} = 'nomination'`),
		index("entries_country")
			.on(table.eventId, sql`lower(${table.answers} ->> '$.country')`, sql`${table.id} desc`)
			.where(sql`${table.kind} = 'aigc'`),
		index("entries_region")
			.on(table.eventId, sql`lower(${table.answers} ->> '$.countryRegion')`, sql`${table.id} desc`)
			.where(sql`${table.kind} = 'forum'`),
		check("entries_answers_json", sql`json_valid(${table.answers}) and json_valid(${table.incomplete})`),
		check(
			"entries_lengths",
			sql`length(${table.name}) <= 200 and length(${table.email}) <= 254 and length(${table.title}) <= 300`,
		),
	],
);

/**
 * Number of entries per combination of filters, maintained by triggers, because counting is slow. `trackId` is '' for
 * none; `consent` is -1 if never asked.
 */
export const entryCounts = sqliteTable(
	"entry_counts",
	{
		eventId: integer("event_id").notNull(),
		kind: text("kind", { enum: ENTRY_KINDS }).notNull(),
		trackId: text("track_id").notNull(),
		status: text("status", { enum: STATUSES }).notNull(),
		toldStatus: text("told_status", { enum: STATUSES }).notNull(),
		presence: text("presence", { enum: PRESENCES }).notNull(),
		isIncomplete: integer("is_incomplete", { mode: "boolean" }).notNull(),
		consent: integer("consent").notNull(),
		isConfirmed: integer("is_confirmed", { mode: "boolean" }).notNull().default(false),
		n: integer("n").notNull(),
	},
	(table) => [
		primaryKey({
			columns: [
				table.eventId,
				table.kind,
				table.trackId,
				table.status,
				table.toldStatus,
				table.presence,
				table.isIncomplete,
				table.consent,
				table.isConfirmed,
			],
		}),
		check("entry_counts_n", sql`${table.n} >= 0`),
	],
);

/** Every change of an entry. The specification's `logs` (type and state) are read from here. */
export const entryLog = sqliteTable(
	"entry_log",
	{
		id: integer("id").primaryKey({ autoIncrement: true }),
		entryId: integer("entry_id")
			.notNull()
			.references(() => entries.id, { onDelete: "cascade" }),
		at: instant("at").notNull(),
		/** NULL: a guest, recognised by the private link or submitting anew. */
		actorId: integer("actor_id").references(() => users.id, { onDelete: "set null" }),
		type: text("type", { enum: LOG_TYPES }).notNull(),
		state: text("state").notNull(),
		/** The status that its author was told by this, if any. */
		told: text("told", { enum: STATUSES }),
		/** Changes of status, track, panel or slot, and reasons, as {name: {from, to}}. Edited answers are in `editedAnswers`. */
		changes: text("changes", { mode: "json" }).$type<Record<string, { from: unknown; to: unknown }>>(),
		/** Shared by the log lines of one bulk change, by which it can be undone. */
		batch: text("batch"),
		/** The batch that it undoes. */
		undoes: text("undoes"),
	},
	(table) => [
		index("entry_log_entry").on(table.entryId, table.id),
		index("entry_log_batch").on(table.batch).where(sql`${table.batch} is not null`),
		index("entry_log_actor").on(table.actorId, table.id).where(sql`${table.batch} is not null`),
		index("entry_log_edited").on(table.entryId, table.id).where(sql`${table.type} = 'Edited'`),
		index("entry_log_settled").on(table.entryId, table.at).where(sql`${table.type} = 'Settled'`),
		index("entry_log_schedule").on(table.actorId, table.id).where(sql`${table.type} = 'Schedule'`),
	],
);

/**
 * Answers that an edit changed. Each text is stored once: what an edit wrote is what the next edit of that question found
 * (`before`), or the present answer.
 */
export const editedAnswers = sqliteTable(
	"edited_answers",
	{
		/** The line of the edit. */
		logId: integer("log_id")
			.notNull()
			.references(() => entryLog.id, { onDelete: "cascade" }),
		/** Name of the question. */
		field: text("field").notNull(),
		entryId: integer("entry_id")
			.notNull()
			.references(() => entries.id, { onDelete: "cascade" }),
		/** The answer before, as JSON, deflated after a zero byte if it is long. NULL: no longer kept. */
		before: blob("before", { mode: "buffer" }),
		/** The answer after, as JSON, if it is short. */
		after: text("after"),
	},
	(table) => [
		primaryKey({ columns: [table.logId, table.field] }),
		index("edited_answers_entry").on(table.entryId, table.field, table.logId),
	],
);
