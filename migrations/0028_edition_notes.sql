ALTER TABLE `events` ADD `archived_at` integer;--> statement-breakpoint
ALTER TABLE `events` ADD `checked_texts` text;--> statement-breakpoint
-- When they were archived is not known: not later than now.
UPDATE `events` SET `archived_at` = unixepoch() * 1000 WHERE `state` = 'archived';
