ALTER TABLE `drafts` ADD `network` text;--> statement-breakpoint
ALTER TABLE `drafts` ADD `bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `drafts` ADD `gave_way_at` integer;--> statement-breakpoint
CREATE INDEX `drafts_network` ON `drafts` (`network`,`updated_at`,`bytes`) WHERE "drafts"."network" is not null;--> statement-breakpoint
CREATE INDEX `drafts_gone` ON `drafts` (`gave_way_at`) WHERE "drafts"."gave_way_at" is not null;--> statement-breakpoint
ALTER TABLE `photos` ADD `loose_from` text;--> statement-breakpoint
CREATE INDEX `photos_loose` ON `photos` (`loose_from`,`held_at`,`stored_bytes`) WHERE "photos"."loose_from" is not null;--> statement-breakpoint
CREATE INDEX `entries_photo` ON `entries` (`photo`) WHERE "entries"."photo" is not null;
