ALTER TABLE `photos` ADD `is_in_draft` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `photos` ADD `sent_at` integer;--> statement-breakpoint
ALTER TABLE `photos` ADD `sent_from` text;--> statement-breakpoint
ALTER TABLE `photos` ADD `sent_by` integer;--> statement-breakpoint
CREATE INDEX `photos_in_draft` ON `photos` (`format`,`held_at`) WHERE "photos"."is_in_draft" = 1;--> statement-breakpoint
CREATE INDEX `photos_stored` ON `photos` (`format`,`stored_bytes`);--> statement-breakpoint
CREATE INDEX `photos_sent_from` ON `photos` (`sent_from`,`format`,`sent_at`,`stored_bytes`) WHERE "photos"."sent_from" is not null;--> statement-breakpoint
CREATE INDEX `photos_sent_by` ON `photos` (`sent_by`,`format`,`sent_at`,`stored_bytes`) WHERE "photos"."sent_by" is not null;
