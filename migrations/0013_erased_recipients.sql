ALTER TABLE `outbox` ADD `erased_recipient` text;--> statement-breakpoint
CREATE INDEX `outbox_erased` ON `outbox` (`erased_recipient`,`kind`,`next_at`) WHERE "outbox"."erased_recipient" is not null;
