import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./instant.ts";

export const photos = sqliteTable(
	"photos",
	{
		/** 32 hexadecimal digits: the beginning of the name of its file in the uploads directory (`photo-file.ts`). */
		name: text("name").primaryKey(),
		/** SHA-256 of the bytes as they were sent, so that the same submission sent twice is recognised. */
		sourceHash: text("source_hash").notNull(),
		sourceName: text("source_name").notNull(),
		sourceBytes: integer("source_bytes").notNull(),
		/** Size of the stored file, for the quota of the volume. */
		storedBytes: integer("stored_bytes").notNull(),
		/** `image` and `pdf` are of works: only authors and organisers get them. */
		format: text("format", { enum: ["photo", "image", "pdf"] })
			.notNull()
			.default("photo"),
		/** When a form last used it. A photo without an entry is removed a day later. */
		heldAt: instant("held_at").notNull(),
		/** The network (/24, /48) it was sent from, while neither an entry nor an account's draft has it; such have bounds. */
		looseFrom: text("loose_from"),
		/** Only the draft of an account has it: it gives way where the space is full. */
		isInDraft: integer("is_in_draft", { mode: "boolean" }).notNull().default(false),
		/** When it arrived, and the network and account whose day it counts for. Forgotten when the day is over. */
		sentAt: instant("sent_at"),
		sentFrom: text("sent_from"),
		sentBy: integer("sent_by"),
	},
	(table) => [
		check("photos_name", sql`length(${table.name}) = 32`),
		index("photos_held").on(table.heldAt),
		index("photos_loose")
			.on(table.looseFrom, table.heldAt, table.storedBytes)
			.where(sql`${table.looseFrom} is not null`),
		index("photos_in_draft").on(table.format, table.heldAt).where(sql`${table.isInDraft} = 1`),
		index("photos_stored").on(table.format, table.storedBytes),
		index("photos_sent_from")
			.on(table.sentFrom, table.format, table.sentAt, table.storedBytes)
			.where(sql`${table.sentFrom} is not null`),
		index("photos_sent_by")
			.on(table.sentBy, table.format, table.sentAt, table.storedBytes)
			.where(sql`${table.sentBy} is not null`),
	],
);

/** Photos whose rows were deleted but not yet their files. Filled by a trigger; only files named here are deleted. */
export const releasedPhotos = sqliteTable("released_photos", { name: text("name").primaryKey() });
