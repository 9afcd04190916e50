ALTER TABLE `entries` ADD `panelists` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `entries` ADD `keywords` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `entry_log` ADD `batch` text;--> statement-breakpoint
CREATE INDEX `entry_log_batch` ON `entry_log` (`batch`) WHERE "entry_log"."batch" is not null;--> statement-breakpoint
ALTER TABLE `outbox` ADD `entry_id` integer REFERENCES entries(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `outbox_entry` ON `outbox` (`entry_id`,`kind`) WHERE "outbox"."entry_id" is not null;