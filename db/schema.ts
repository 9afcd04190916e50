/**
 * The tables, one file per noun. Instants are milliseconds since the epoch (UTC). `npm run migration` makes tables
 * STRICT; views, triggers and the text index are in `derived/`. Invariants are constraints; services translate
 * violations.
 */
export * from "./schema/accounts.ts";
export * from "./schema/broadcasts.ts";
export * from "./schema/decisions.ts";
export * from "./schema/draft-links.ts";
export * from "./schema/drafts.ts";
export * from "./schema/entries.ts";
export * from "./schema/events.ts";
export * from "./schema/installation.ts";
export * from "./schema/late.ts";
export * from "./schema/late-links.ts";
export * from "./schema/mail-texts.ts";
export * from "./schema/messages.ts";
export * from "./schema/outbox.ts";
export * from "./schema/photos.ts";
export * from "./schema/programmes.ts";
export * from "./schema/reviews.ts";
export * from "./schema/saved-views.ts";
export * from "./schema/schedule.ts";
