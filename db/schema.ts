/**
 * The tables. Instants are milliseconds since the epoch (UTC). Every table is made STRICT by `npm run migration`;
 * views, triggers and the full-text index of entries are in `derived/`.
 * The database states what must always hold; services turn a broken constraint into the friendly outcome.
 */
import { sql } from "drizzle-orm";
import {
	blob,
	check,
	foreignKey,
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	unique,
} from "drizzle-orm/sqlite-core";
import { ENTRY_KINDS, LOG_TYPES, MAIL_STATES, PROGRAMME_STATES, STATUSES } from "../app/enumerations.ts";
import type { Grid } from "../app/schedule/grid.ts";

const instant = (name: string) => integer(name);

type DraftValues = Record<string, string | readonly string[]>;

export const users = sqliteTable("users", {
	id: integer("id").primaryKey({ autoIncrement: true }),
	/** Lower case. NULL for accounts that never gave one. */
	email: text("email").unique(),
	name: text("name").notNull().default(""),
	passwordHash: text("password_hash"),
	/** When the mailbox was proven. Before that the account gets no guest entries and no rights. */
	verifiedAt: instant("verified_at"),
	isAdmin: integer("is_admin", { mode: "boolean" }).notNull().default(false),
	/** Since when without a break. The first of them may read more of the outbox while no mail leaves. */
	adminSince: instant("admin_since"),
	createdAt: instant("created_at").notNull(),
	disabledAt: instant("disabled_at"),
});

export const sessions = sqliteTable(
	"sessions",
	{
		/** SHA-256 of the id the browser holds; the id itself is never stored. */
		idHash: blob("id_hash", { mode: "buffer" }).primaryKey(),
		userId: integer("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		kind: text("kind", { enum: ["cookie", "bearer"] }).notNull(),
		remember: integer("remember", { mode: "boolean" }).notNull(),
		createdAt: instant("created_at").notNull(),
		lastSeenAt: instant("last_seen_at").notNull(),
		/** When whoever holds it last proved again who they are. NULL: when they signed in. */
		provenAt: instant("proven_at"),
		expiresAt: instant("expires_at").notNull(),
		revokedAt: instant("revoked_at"),
		ipPrefix: text("ip_prefix").notNull(),
		userAgent: text("user_agent").notNull(),
	},
	(table) => [
		index("sessions_user").on(table.userId),
		check("sessions_kind", sql`${table.kind} in ('cookie', 'bearer')`),
	],
);

/** Browsers in which somebody has signed in to an account: others who fail from the same network do not shut them out. */
export const devices = sqliteTable(
	"devices",
	{
		/** SHA-256 of what the browser holds. */
		deviceHash: blob("device_hash", { mode: "buffer" }).notNull(),
		userId: integer("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		createdAt: instant("created_at").notNull(),
		lastUsedAt: instant("last_used_at").notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.userId, table.deviceHash] }),
		index("devices_last_used").on(table.lastUsedAt),
	],
);

/** An account at another service, recognised by its number there and never by an e-mail address. */
export const identities = sqliteTable(
	"identities",
	{
		provider: text("provider", { enum: ["github"] }).notNull(),
		subject: text("subject").notNull(),
		userId: integer("user_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		createdAt: instant("created_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.provider, table.subject] }), index("identities_user").on(table.userId)],
);

/**
 * Secrets that work once: the first administrator's link, proof of a mailbox, a new password, the hand-over after a
 * sign-in elsewhere, the state of such a sign-in under way, and proof in a session of somebody without a password. Only
 * hashes are stored.
 */
export const oneTimeSecrets = sqliteTable(
	"one_time_secrets",
	{
		secretHash: blob("secret_hash", { mode: "buffer" }).primaryKey(),
		kind: text("kind", { enum: ["setup", "verify", "reset", "hand-over", "oauth", "confirm"] }).notNull(),
		/** NULL: nobody in particular, or (reset) an address without an account. */
		userId: integer("user_id").references(() => users.id, { onDelete: "cascade" }),
		email: text("email"),
		/** What else must match or is needed when it is used: a browser's cookie, a code verifier. */
		detail: text("detail"),
		createdAt: instant("created_at").notNull(),
		expiresAt: instant("expires_at").notNull(),
		usedAt: instant("used_at"),
	},
	(table) => [
		index("one_time_secrets_user").on(table.userId, table.kind),
		index("one_time_secrets_expiry").on(table.expiresAt),
		check("one_time_secrets_kind", sql`${table.kind} in ('setup', 'verify', 'reset', 'hand-over', 'oauth', 'confirm')`),
	],
);

export const tracks = sqliteTable(
	"tracks",
	{
		id: text("id").primaryKey(),
		/** `unselected` is the one row meaning "none yet"; a `divider` only separates options in a list. */
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

/** What an administrator may change about a programme. Its form is code. */
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

export const photos = sqliteTable(
	"photos",
	{
		/** 32 hexadecimal digits: the file is `<name>.jpg` in the uploads directory. */
		name: text("name").primaryKey(),
		/** SHA-256 of the bytes as they were sent, so that the same submission sent twice is recognised. */
		sourceHash: text("source_hash").notNull(),
		sourceName: text("source_name").notNull(),
		sourceBytes: integer("source_bytes").notNull(),
		/** Size of the stored JPEG, for the quota of the volume. */
		storedBytes: integer("stored_bytes").notNull(),
		/** When a form last held on to it; one that no entry refers to goes a day later. */
		heldAt: instant("held_at").notNull(),
		/** The network (/24, /48) it was sent from, while neither an entry nor an account's draft has it; such have bounds. */
		looseFrom: text("loose_from"),
	},
	(table) => [
		check("photos_name", sql`length(${table.name}) = 32`),
		index("photos_held").on(table.heldAt),
		index("photos_loose")
			.on(table.looseFrom, table.heldAt, table.storedBytes)
			.where(sql`${table.looseFrom} is not null`),
	],
);

/**
 * Photos whose rows are gone, until their files are, too. A trigger writes it, whatever takes the row away: no other file
 * is ever removed.
 */
export const releasedPhotos = sqliteTable("released_photos", { name: text("name").primaryKey() });

/** One row: which installation this is. The folder of its photos carries the same (`server/uploads-folder.ts`). */
export const installation = sqliteTable("installation", { id: text("id").primaryKey() });

export const entries = sqliteTable(
	"entries",
	{
		id: integer("id").primaryKey({ autoIncrement: true }),
		category: text("category").notNull(),
		/** Kind of its programme: each kind has lists of its own. */
		kind: text("kind", { enum: ENTRY_KINDS }).notNull().default("talk"),
		userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
		name: text("name").notNull(),
		email: text("email").notNull(),
		/** The address folded, by which an account claims what its owner sent as a guest. */
		emailFolded: text("email_folded").notNull(),
		org: text("org").notNull(),
		title: text("title").notNull(),
		trackId: text("track_id").references(() => tracks.id),
		photo: text("photo").references(() => photos.name),
		/** NULL: never asked (a REST client). False: asked and not given; such an entry is never public. */
		consent: integer("consent", { mode: "boolean" }),
		status: text("status", { enum: STATUSES }).notNull().default("New"),
		/** Every answer without a column of its own. */
		answers: text("answers", { mode: "json" }).$type<Record<string, string | string[] | boolean>>().notNull(),
		/** Names of required fields that were let through empty. */
		incomplete: text("incomplete", { mode: "json" }).$type<string[]>().notNull(),
		/** What searches look into, folded (NFKC, lower case): what everybody may read, and the rest. NULL: not taken apart yet. */
		publicText: text("public_text"),
		searchText: text("search_text").notNull(),
		/** Language of the mails to this speaker. */
		locale: text("locale", { enum: ["en", "zh"] }).notNull(),
		/** Raising it makes every private link sent before useless. */
		linkVersion: integer("link_version").notNull().default(1),
		/** The same submission sent twice (double click, retry after a timeout) has the same key. */
		submissionKey: text("submission_key").notNull().unique(),
		/** Track ids of the panel that is to judge it, and its keywords: the organisers' own. */
		panelists: text("panelists", { mode: "json" }).$type<string[]>().notNull().default([]),
		keywords: text("keywords", { mode: "json" }).$type<string[]>().notNull().default([]),
		/** When its author took it back. It is kept, and can be handed in again. */
		withdrawnAt: instant("withdrawn_at"),
		createdAt: instant("created_at").notNull(),
		updatedAt: instant("updated_at").notNull(),
	},
	(table) => [
		index("entries_user").on(table.userId),
		index("entries_email").on(table.emailFolded),
		index("entries_photo").on(table.photo).where(sql`${table.photo} is not null`),
		// Lists are read in their order: one index for each, which is read from either end.
		index("entries_kind").on(table.kind, table.id),
		index("entries_status").on(table.kind, table.status, sql`${table.id} desc`),
		index("entries_track").on(table.kind, table.trackId, sql`${table.id} desc`),
		index("entries_updated").on(table.kind, table.updatedAt, sql`${table.id} desc`),
		index("entries_title").on(table.kind, sql`lower(${table.title})`, sql`${table.id} desc`),
		index("entries_name").on(table.kind, sql`lower(${table.name})`, sql`${table.id} desc`),
		index("entries_org").on(table.kind, sql`lower(${table.org})`, sql`${table.id} desc`),
		// The few that need somebody among the many.
		index("entries_incomplete").on(table.kind, table.id).where(sql`${table.incomplete} <> '[]'`),
		index("entries_withdrawn").on(table.kind, table.id).where(sql`${table.withdrawnAt} is not null`),
		index("entries_created").on(table.createdAt),
		index("entries_apart").on(table.id).where(sql`${table.publicText} is null`),
		// Answers without a column that a list can be sorted by.
		index("entries_owner")
			.on(sql`lower(${table.answers} ->> '$.ownername')`, sql`${table.id} desc`)
			.where(sql`${table.kind} = 'nomination'`),
		index("entries_country")
			.on(sql`lower(${table.answers} ->> '$.country')`, sql`${table.id} desc`)
			.where(sql`${table.kind} = 'aigc'`),
		index("entries_region")
			.on(sql`lower(${table.answers} ->> '$.countryRegion')`, sql`${table.id} desc`)
			.where(sql`${table.kind} = 'forum'`),
		check("entries_status_known", sql`${table.status} in ('New', 'Hold', 'Accept', 'Reject')`),
		check("entries_answers_json", sql`json_valid(${table.answers}) and json_valid(${table.incomplete})`),
		check(
			"entries_lengths",
			sql`length(${table.name}) <= 200 and length(${table.email}) <= 254 and length(${table.title}) <= 300`,
		),
	],
);

/**
 * How many entries there are of each sort, kept by triggers: counting them all anew would take longer with each.
 * `trackId` is empty for entries without a track, `consent` -1 for those that were never asked.
 */
export const entryCounts = sqliteTable(
	"entry_counts",
	{
		kind: text("kind", { enum: ENTRY_KINDS }).notNull(),
		trackId: text("track_id").notNull(),
		status: text("status", { enum: STATUSES }).notNull(),
		isWithdrawn: integer("is_withdrawn", { mode: "boolean" }).notNull(),
		isIncomplete: integer("is_incomplete", { mode: "boolean" }).notNull(),
		consent: integer("consent").notNull(),
		n: integer("n").notNull(),
	},
	(table) => [
		primaryKey({
			columns: [table.kind, table.trackId, table.status, table.isWithdrawn, table.isIncomplete, table.consent],
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
		/** For edits: what changed, as {field: {from, to}}. */
		changes: text("changes", { mode: "json" }).$type<Record<string, { from: unknown; to: unknown }>>(),
		/** Lines of one change of many entries have one batch in common, by which it can be undone. */
		batch: text("batch"),
	},
	(table) => [
		index("entry_log_entry").on(table.entryId, table.id),
		index("entry_log_batch").on(table.batch).where(sql`${table.batch} is not null`),
		index("entry_log_actor").on(table.actorId, table.id).where(sql`${table.batch} is not null`),
		index("entry_log_edited").on(table.entryId, table.id).where(sql`${table.type} = 'Edited'`),
		index("entry_log_schedule").on(table.actorId, table.id).where(sql`${table.type} = 'Schedule'`),
	],
);

/** What somebody had typed and not handed in. One per form and person, and the one it took the place of. */
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
		/** What was kept from another device when this took its place. */
		previous: text("previous", { mode: "json" }).$type<DraftValues>(),
		previousAt: instant("previous_at"),
		/** The network (/24, /48) of a visitor's, whose drafts have bounds; NULL for accounts'. */
		network: text("network"),
		/** Size of both versions. */
		bytes: integer("bytes").notNull().default(0),
		/** When it gave way to others: only that is kept of it, so that its author is told. */
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

export const outbox = sqliteTable(
	"outbox",
	{
		id: integer("id").primaryKey({ autoIncrement: true }),
		kind: text("kind").notNull(),
		/** One mail per key, for ever: `received:<entry>:<n>`, `accept:<entry>` … */
		dedupeKey: text("dedupe_key").notNull().unique(),
		/** The entry a letter of the organisers is about. */
		entryId: integer("entry_id").references(() => entries.id, { onDelete: "set null" }),
		/** Who sent it; NULL for what the portal sends by itself. */
		actorId: integer("actor_id").references(() => users.id, { onDelete: "set null" }),
		toAddress: text("to_address").notNull(),
		/**
		 * A keyed hash of the address where its reader was erased: for a day the mail counts against what may go there, since
		 * an account can be opened and erased again and again.
		 */
		erasedRecipient: text("erased_recipient"),
		subject: text("subject").notNull(),
		body: text("body").notNull(),
		/** Constant for the row, so that a copy sent after a crash is merged by most mailboxes. */
		messageId: text("message_id").notNull(),
		/** An iCalendar file that goes with it. */
		calendar: text("calendar"),
		state: text("state", { enum: MAIL_STATES }).notNull(),
		attempts: integer("attempts").notNull().default(0),
		nextAt: instant("next_at").notNull(),
		leaseUntil: instant("lease_until"),
		lastError: text("last_error"),
		createdAt: instant("created_at").notNull(),
		sentAt: instant("sent_at"),
		expiresAt: instant("expires_at"),
	},
	(table) => [
		unique("outbox_message_id").on(table.messageId),
		index("outbox_due").on(table.state, table.nextAt),
		index("outbox_entry").on(table.entryId, table.kind).where(sql`${table.entryId} is not null`),
		index("outbox_accepted").on(table.entryId).where(sql`${table.kind} = 'accept' and ${table.state} <> 'cancelled'`),
		index("outbox_recipient").on(sql`lower(${table.toAddress})`, table.kind, table.nextAt),
		index("outbox_erased")
			.on(table.erasedRecipient, table.kind, table.nextAt)
			.where(sql`${table.erasedRecipient} is not null`),
		check("outbox_state", sql`${table.state} in ('pending', 'sending', 'sent', 'failed', 'cancelled', 'expired')`),
	],
);

/** A day of the event. */
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

/** A place in the schedule for one entry. That an entry has one place only is a constraint, and so is that a place has one entry. */
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

/** What takes place without being an entry: opening, lunch. No slot lies within its time. */
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
export const releases = sqliteTable("releases", {
	version: integer("version").primaryKey({ autoIncrement: true }),
	at: instant("at").notNull(),
	actorId: integer("actor_id").references(() => users.id, { onDelete: "set null" }),
	note: text("note").notNull().default(""),
	/** Days, tracks, special events, and which entry stands where. What entries say is read when it is shown. */
	grid: text("grid", { mode: "json" }).$type<Grid>().notNull(),
});

/**
 * Erasures that were carried out in this database. The list of those of persons lies outside (`erasures.ts`); what is
 * purged is on no list.
 */
export const erasures = sqliteTable("erasures", {
	id: text("id").primaryKey(),
	at: instant("at").notNull(),
	/** When nothing of it was left in the files, either. */
	scrubbedAt: instant("scrubbed_at"),
});

/** Which migrations made the tables (`migrate.ts`): a database that another program made differs here. */
export const appliedMigrations = sqliteTable("applied_migrations", {
	/** Position in the journal, from 0. */
	number: integer("number").primaryKey(),
	/** SHA-256 of the file, in hex. */
	hash: text("hash").notNull(),
});
