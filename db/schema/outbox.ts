import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { MAIL_STATES, URGENCY, type Urgency } from "../../app/enumerations.ts";
import { users } from "./accounts.ts";
import { broadcasts } from "./broadcasts.ts";
import { decisionReleases } from "./decisions.ts";
import { entries } from "./entries.ts";
import { instant } from "./instant.ts";
import { releases } from "./schedule.ts";

export const outbox = sqliteTable(
	"outbox",
	{
		id: integer("id").primaryKey({ autoIncrement: true }),
		kind: text("kind").notNull(),
		/** Unique key of a mail, never reused: `received:<entry>:<n>`, `accept:<entry>` … */
		dedupeKey: text("dedupe_key").notNull().unique(),
		/** The entry it is about. */
		entryId: integer("entry_id").references(() => entries.id, { onDelete: "set null" }),
		/** The version of the schedule a mail tells of. */
		version: integer("version").references(() => releases.version),
		/** The release of decisions it belongs to. */
		decisionRelease: integer("decision_release").references(() => decisionReleases.id),
		/** The broadcast it is part of. */
		broadcast: integer("broadcast").references(() => broadcasts.id),
		/** Where answers go; NULL: to the sender. */
		replyTo: text("reply_to"),
		/** Who sent it; NULL for what the portal sends by itself. */
		actorId: integer("actor_id").references(() => users.id, { onDelete: "set null" }),
		toAddress: text("to_address").notNull(),
		/**
		 * Keyed hash of an erased recipient's address; counts against the limits for a day, because accounts can be
		 * created and erased repeatedly.
		 */
		erasedRecipient: text("erased_recipient"),
		/** Keyed hash of the network or browser that asked for it; counts against the limits for a day. */
		askedBy: text("asked_by"),
		subject: text("subject").notNull(),
		body: text("body").notNull(),
		/** Constant per row, so that mailboxes merge a mail sent twice after a crash. */
		messageId: text("message_id").notNull(),
		/** The attached iCalendar file. */
		calendar: text("calendar"),
		state: text("state", { enum: MAIL_STATES }).notNull(),
		/** `urgencyOf` its kind: lower numbers leave first. */
		urgency: integer("urgency").$type<Urgency>().notNull().default(URGENCY.letter),
		attempts: integer("attempts").notNull().default(0),
		nextAt: instant("next_at").notNull(),
		leaseUntil: instant("lease_until"),
		lastError: text("last_error"),
		/** The organiser who cancelled it. */
		cancelledBy: integer("cancelled_by").references(() => users.id, { onDelete: "set null" }),
		createdAt: instant("created_at").notNull(),
		sentAt: instant("sent_at"),
		expiresAt: instant("expires_at"),
	},
	(table) => [
		unique("outbox_message_id").on(table.messageId),
		index("outbox_due").on(table.state, table.nextAt),
		// The queue in its order, with all that a claim compares.
		index("outbox_queue")
			.on(table.urgency, table.nextAt, table.id, sql`lower(${table.toAddress})`)
			.where(sql`${table.state} = 'pending'`),
		index("outbox_expiring")
			.on(table.expiresAt)
			.where(sql`${table.state} = 'pending' and ${table.expiresAt} is not null`),
		index("outbox_leased").on(table.leaseUntil).where(sql`${table.state} = 'sending'`),
		index("outbox_entry").on(table.entryId, table.kind).where(sql`${table.entryId} is not null`),
		index("outbox_accepted").on(table.entryId).where(sql`${table.kind} = 'accept' and ${table.state} <> 'cancelled'`),
		index("outbox_release").on(table.decisionRelease).where(sql`${table.decisionRelease} is not null`),
		index("outbox_broadcast").on(table.broadcast).where(sql`${table.broadcast} is not null`),
		index("outbox_recipient").on(sql`lower(${table.toAddress})`, table.kind, table.nextAt),
		index("outbox_erased")
			.on(table.erasedRecipient, table.kind, table.nextAt)
			.where(sql`${table.erasedRecipient} is not null`),
		index("outbox_asked").on(table.nextAt).where(sql`${table.askedBy} is not null`),
		check("outbox_state", sql`${table.state} in ('pending', 'sending', 'sent', 'failed', 'cancelled', 'expired')`),
	],
);
