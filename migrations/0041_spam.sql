ALTER TABLE `entries` ADD `told_presence` text;--> statement-breakpoint
ALTER TABLE `entries` ADD `apart_at` integer;--> statement-breakpoint
ALTER TABLE `entries` ADD `sent_from` text;--> statement-breakpoint
CREATE INDEX `entries_kept_apart` ON `entries` (`event_id`,`presence`,`apart_at`) WHERE "entries"."apart_at" is not null;--> statement-breakpoint
CREATE INDEX `entries_sent_from` ON `entries` (`sent_from`,`created_at`) WHERE "entries"."sent_from" is not null;
