/**
 * The tables, one file a noun. Instants are milliseconds since the epoch (UTC). Every table is made STRICT by
 * `npm run migration`; views, triggers and the full-text index of entries are in `derived/`.
 * The database states what must always hold; services turn a broken constraint into the friendly outcome.
 */
export * from "./schema/accounts.ts";
export * from "./schema/draft-links.ts";
export * from "./schema/drafts.ts";
export * from "./schema/entries.ts";
export * from "./schema/installation.ts";
export * from "./schema/late.ts";
export * from "./schema/outbox.ts";
export * from "./schema/photos.ts";
export * from "./schema/programmes.ts";
export * from "./schema/saved-views.ts";
export * from "./schema/schedule.ts";
