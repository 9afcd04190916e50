ALTER TABLE `events` ADD `archived_at` integer;--> statement-breakpoint
ALTER TABLE `events` ADD `checked_texts` text;
