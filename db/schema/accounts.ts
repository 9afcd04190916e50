import { sql } from "drizzle-orm";
import { blob, check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MEMBER_ROLES } from "../../app/roles.ts";
import { instant } from "./instant.ts";

export const users = sqliteTable("users", {
	id: integer("id").primaryKey({ autoIncrement: true }),
	/** Lower case. NULL for accounts that never gave one. */
	email: text("email").unique(),
	name: text("name").notNull().default(""),
	passwordHash: text("password_hash"),
	/** When the mailbox was proven. Before that the account gets no guest entries and no rights. */
	verifiedAt: instant("verified_at"),
	isAdmin: integer("is_admin", { mode: "boolean" }).notNull().default(false),
	/**
	 * Administrator since, without interruption. The longest-serving one sees private links while no mail server is
	 * configured.
	 */
	adminSince: instant("admin_since"),
	createdAt: instant("created_at").notNull(),
	disabledAt: instant("disabled_at"),
	signedInAt: instant("signed_in_at"),
});

/** The roles that a membership may give (`app/roles.ts`), written at each start. */
export const roles = sqliteTable("roles", { name: text("name").primaryKey() });

/** Members of the team; administrators are known by their account. */
export const memberships = sqliteTable(
	"memberships",
	{
		userId: integer("user_id")
			.primaryKey()
			.references(() => users.id, { onDelete: "cascade" }),
		role: text("role", { enum: MEMBER_ROLES })
			.notNull()
			.references(() => roles.name),
		/** The tracks and calls that a reviewer is for; none: all. */
		tracks: text("tracks", { mode: "json" }).$type<string[]>().notNull().default([]),
		calls: text("calls", { mode: "json" }).$type<string[]>().notNull().default([]),
		createdAt: instant("created_at").notNull(),
		/** Who invited them; NULL once that account is gone. */
		invitedBy: integer("invited_by").references(() => users.id, { onDelete: "set null" }),
	},
	(table) => [index("memberships_invited_by").on(table.invitedBy)],
);

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
		/** Last proof of identity in this session; NULL: the login. */
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

/** Browsers that have logged in to an account; failed attempts of others on the same network do not block them. */
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

/** A linked account at another service, identified by its number there, never by an email address. */
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
 * One-time secrets: first administrator, email confirmation, password reset, login hand-over, GitHub state, proof of
 * identity, team invitation. Stored as hashes.
 */
export const oneTimeSecrets = sqliteTable(
	"one_time_secrets",
	{
		secretHash: blob("secret_hash", { mode: "buffer" }).primaryKey(),
		kind: text("kind", { enum: ["setup", "verify", "reset", "hand-over", "oauth", "confirm", "invite"] }).notNull(),
		/** NULL: no account (setup), or an unknown address (reset). */
		userId: integer("user_id").references(() => users.id, { onDelete: "cascade" }),
		email: text("email"),
		/** What else must match: cookie, PKCE verifier, or details. */
		detail: text("detail"),
		createdAt: instant("created_at").notNull(),
		expiresAt: instant("expires_at").notNull(),
		usedAt: instant("used_at"),
	},
	(table) => [
		index("one_time_secrets_user").on(table.userId, table.kind),
		index("one_time_secrets_expiry").on(table.expiresAt),
		check(
			"one_time_secrets_kind",
			sql`${table.kind} in ('setup', 'verify', 'reset', 'hand-over', 'oauth', 'confirm', 'invite')`,
		),
	],
);
