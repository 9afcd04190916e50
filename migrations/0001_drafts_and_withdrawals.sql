ALTER TABLE `drafts` ADD `previous` text;--> statement-breakpoint
ALTER TABLE `drafts` ADD `previous_at` integer;--> statement-breakpoint
ALTER TABLE `entries` ADD `withdrawn_at` integer;--> statement-breakpoint
-- Drafts were kept under the address of the form, with the key of a private link in it.
UPDATE `drafts` SET `form` = substr(`form`, 2) WHERE `form` IN ('/hangzhou', '/hangzhou?event=pytorch');--> statement-breakpoint
UPDATE OR REPLACE `drafts` SET `form` = substr(`form`, instr(`form`, 'spot=') + 5) WHERE `form` LIKE '/hangzhou?spot=talk-%' AND `form` NOT LIKE '%&%';--> statement-breakpoint
DELETE FROM `drafts` WHERE `form` LIKE '/%';
