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
	/** Since when without a break. The first of them may read more of the outbox while no mail leaves. */
	adminSince: instant("admin_since"),
	createdAt: instant("created_at").notNull(),
	disabledAt: instant("disabled_at"),
	signedInAt: instant("signed_in_at"),
});

/** People of the team who are no administrators. */
export const memberships = sqliteTable(
	"memberships",
	{
		userId: integer("user_id")
			.primaryKey()
			.references(() => users.id, { onDelete: "cascade" }),
		role: text("role", { enum: MEMBER_ROLES }).notNull(),
		createdAt: instant("created_at").notNull(),
		/** Who invited them; NULL once that account is gone. */
		invitedBy: integer("invited_by").references(() => users.id, { onDelete: "set null" }),
	},
	(table) => [
		index("memberships_invited_by").on(table.invitedBy),
		check("memberships_role", sql`${table.role} in ('organiser')`),
	],
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
		/** When the user last confirmed the password or a code. NULL: at the login. */
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

/** Browsers that have signed in to an account. Failed attempts of others on the same network do not lock them out. */
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
 * sign-in elsewhere, the state of such a sign-in under way, proof in a session of somebody without a password, and an
 * invitation to the team. Only hashes are stored.
 */
export const oneTimeSecrets = sqliteTable(
	"one_time_secrets",
	{
		secretHash: blob("secret_hash", { mode: "buffer" }).primaryKey(),
		kind: text("kind", { enum: ["setup", "verify", "reset", "hand-over", "oauth", "confirm", "invite"] }).notNull(),
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
		check(
			"one_time_secrets_kind",
			sql`${table.kind} in ('setup', 'verify', 'reset', 'hand-over', 'oauth', 'confirm', 'invite')`,
		),
	],
);
