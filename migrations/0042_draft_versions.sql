ALTER TABLE `drafts` ADD `older` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
-- A draft had at most one other version.
UPDATE `drafts` SET `older` = json_array(json_object('values', json(`previous`), 'savedAt', `previous_at`))
WHERE `previous` IS NOT NULL AND `previous_at` IS NOT NULL;--> statement-breakpoint
ALTER TABLE `drafts` DROP COLUMN `previous`;--> statement-breakpoint
ALTER TABLE `drafts` DROP COLUMN `previous_at`;
