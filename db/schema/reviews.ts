import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { ASSIGNED_BY, CONFLICT_STATES, RECOMMENDATIONS, REVIEW_STATES } from "../../app/enumerations.ts";
import type { Criterion } from "../../app/reviews/criteria.ts";
import { users } from "./accounts.ts";
import { entries } from "./entries.ts";
import { instant } from "./instant.ts";
import { programmes } from "./programmes.ts";

/** How the entries of a programme are reviewed. A programme without a row is not. */
export const reviewRules = sqliteTable(
	"review_rules",
	{
		category: text("category")
			.primaryKey()
			.references(() => programmes.category, { onDelete: "cascade" }),
		/** When reviews are written; NULL: no first, or no last day. The end is the last second of its day. */
		opensAt: instant("opens_at"),
		closesAt: instant("closes_at"),
		/** How many reviews an entry should get. */
		wanted: integer("wanted").notNull(),
		/** Reviewers do not learn whose entry it is. */
		blind: integer("blind", { mode: "boolean" }).notNull(),
		/** Reviewers see those of others only after their own. */
		hidden: integer("hidden", { mode: "boolean" }).notNull(),
		/** Reviewers may see the results. */
		results: integer("results", { mode: "boolean" }).notNull(),
		/** Of the criteria in force (`reviewCriteria`). */
		version: integer("version").notNull(),
		/** Drawn anew at each change, so that a form of before is recognised. */
		revision: integer("revision").notNull(),
	},
	(table) => [
		check("review_rules_wanted", sql`${table.wanted} between 1 and 20`),
		check(
			"review_rules_window",
			sql`${table.opensAt} is null or ${table.closesAt} is null or ${table.opensAt} < ${table.closesAt}`,
		),
	],
);

/** Every list of criteria that a programme has had. Rows never change: marks are understood by those they were made under. */
export const reviewCriteria = sqliteTable(
	"review_criteria",
	{
		category: text("category")
			.notNull()
			.references(() => programmes.category, { onDelete: "cascade" }),
		/** Counts from 1. */
		version: integer("version").notNull(),
		criteria: text("criteria", { mode: "json" }).$type<Criterion[]>().notNull(),
		at: instant("at").notNull(),
		/** Who set them; NULL: the operator, or their account is gone. */
		actorId: integer("actor_id").references(() => users.id, { onDelete: "set null" }),
	},
	(table) => [
		primaryKey({ columns: [table.category, table.version] }),
		check("review_criteria_json", sql`json_type(${table.criteria}) is 'array'`),
	],
);

/** Who reviews which entry. While a programme has none, its reviewers review all they are for. */
export const assignments = sqliteTable(
	"assignments",
	{
		entryId: integer("entry_id")
			.notNull()
			.references(() => entries.id, { onDelete: "cascade" }),
		reviewerId: integer("reviewer_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		madeBy: text("made_by", { enum: ASSIGNED_BY }).notNull(),
		at: instant("at").notNull(),
		actorId: integer("actor_id").references(() => users.id, { onDelete: "set null" }),
	},
	(table) => [
		primaryKey({ columns: [table.entryId, table.reviewerId] }),
		index("assignments_reviewer").on(table.reviewerId, table.entryId),
		check("assignments_made_by", sql`${table.madeBy} in ('hand', 'panel', 'balance')`),
	],
);

/** What a reviewer says of an entry. */
export const reviews = sqliteTable(
	"reviews",
	{
		id: integer("id").primaryKey({ autoIncrement: true }),
		entryId: integer("entry_id")
			.notNull()
			.references(() => entries.id, { onDelete: "cascade" }),
		/** NULL once that account is gone: the marks stay. */
		reviewerId: integer("reviewer_id").references(() => users.id, { onDelete: "set null" }),
		state: text("state", { enum: REVIEW_STATES }).notNull(),
		/** By the ids of criteria, which are unique among all versions of a programme's. */
		marks: text("marks", { mode: "json" }).$type<Record<string, number>>().notNull(),
		recommendation: text("recommendation", { enum: RECOMMENDATIONS }),
		committeeNote: text("committee_note").notNull().default(""),
		authorNote: text("author_note").notNull().default(""),
		/** Version of the criteria. */
		rulesVersion: integer("rules_version").notNull(),
		/** The entry as it was read: the last line of its log about an edit; 0: as it was submitted. */
		entryVersion: integer("entry_version").notNull(),
		/** Drawn anew at each change, so that the form of another tab is recognised. */
		revision: integer("revision").notNull(),
		at: instant("at").notNull(),
	},
	(table) => [
		unique("reviews_entry").on(table.entryId, table.reviewerId),
		// Has all that is counted of reviews: in the table the notes stand before some of it.
		index("reviews_reviewer").on(
			table.reviewerId,
			table.entryId,
			table.state,
			table.at,
			table.rulesVersion,
			table.marks,
		),
		check("reviews_state", sql`${table.state} in ('open', 'done', 'abstained')`),
		check("reviews_marks", sql`json_type(${table.marks}) is 'object'`),
		check(
			"reviews_recommendation",
			sql`${table.recommendation} is null or ${table.recommendation} in ('yes', 'maybe', 'no')`,
		),
		check("reviews_notes", sql`length(${table.committeeNote}) <= 5000 and length(${table.authorNote}) <= 5000`),
	],
);

/** Conflicts of interest. Until it is dismissed, the reviewer sees neither the entry nor its reviews and results. */
export const conflicts = sqliteTable(
	"conflicts",
	{
		entryId: integer("entry_id")
			.notNull()
			.references(() => entries.id, { onDelete: "cascade" }),
		reviewerId: integer("reviewer_id")
			.notNull()
			.references(() => users.id, { onDelete: "cascade" }),
		state: text("state", { enum: CONFLICT_STATES }).notNull(),
		at: instant("at").notNull(),
		/** Who declared or dismissed it; NULL: it was found, or their account is gone. */
		actorId: integer("actor_id").references(() => users.id, { onDelete: "set null" }),
	},
	(table) => [
		primaryKey({ columns: [table.entryId, table.reviewerId] }),
		index("conflicts_reviewer").on(table.reviewerId, table.entryId),
		check("conflicts_state", sql`${table.state} in ('declared', 'found', 'dismissed')`),
	],
);

/** What reviewers read in the place of an answer that says whose entry it is. */
export const redactions = sqliteTable(
	"redactions",
	{
		entryId: integer("entry_id")
			.notNull()
			.references(() => entries.id, { onDelete: "cascade" }),
		/** Name of the question. */
		field: text("field").notNull(),
		text: text("text").notNull(),
		/** The entry that it was made of, as in reviews: after an edit organisers look again. */
		entryVersion: integer("entry_version").notNull(),
		at: instant("at").notNull(),
		actorId: integer("actor_id").references(() => users.id, { onDelete: "set null" }),
	},
	(table) => [
		primaryKey({ columns: [table.entryId, table.field] }),
		check("redactions_text", sql`length(${table.field}) <= 40 and length(${table.text}) <= 20000`),
	],
);

/**
 * Whether the texts of an entry had words that tell whose it is when they were last searched. A row is deleted when one
 * of these texts changes (`db/derived/reviews.sql`); without one the entry is searched when its list is opened.
 */
export const wordSearches = sqliteTable(
	"word_searches",
	{
		entryId: integer("entry_id")
			.primaryKey()
			.references(() => entries.id, { onDelete: "cascade" }),
		/** Fingerprint of the form that says which texts are searched for what; while they are, the name of the search. */
		basis: text("basis").notNull(),
		isFound: integer("is_found", { mode: "boolean" }).notNull(),
	},
	(table) => [index("word_searches_found").on(table.entryId).where(sql`${table.isFound} = 1`)],
);

/** What the committee says of an entry among themselves. */
export const reviewComments = sqliteTable(
	"review_comments",
	{
		id: integer("id").primaryKey({ autoIncrement: true }),
		entryId: integer("entry_id")
			.notNull()
			.references(() => entries.id, { onDelete: "cascade" }),
		/** NULL once that account is gone. */
		authorId: integer("author_id").references(() => users.id, { onDelete: "set null" }),
		text: text("text").notNull(),
		/** Numbers of the accounts it is meant for above all. */
		mentions: text("mentions", { mode: "json" }).$type<number[]>().notNull().default([]),
		at: instant("at").notNull(),
	},
	(table) => [
		index("review_comments_entry").on(table.entryId, table.id),
		check("review_comments_text", sql`length(${table.text}) between 1 and 2000`),
		check("review_comments_mentions", sql`json_type(${table.mentions}) is 'array'`),
	],
);

/** Discussions that organisers have closed: they are read, and not written to. */
export const closedDiscussions = sqliteTable("closed_discussions", {
	entryId: integer("entry_id")
		.primaryKey()
		.references(() => entries.id, { onDelete: "cascade" }),
	at: instant("at").notNull(),
	actorId: integer("actor_id").references(() => users.id, { onDelete: "set null" }),
});
