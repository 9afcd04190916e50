ALTER TABLE `outbox` ADD `urgency` integer DEFAULT 2 NOT NULL;--> statement-breakpoint
-- Those that may still leave.
UPDATE `outbox` SET `urgency` = CASE
	WHEN `kind` IN ('verify', 'reset', 'confirm', 'notice', 'test') THEN 0
	WHEN `kind` IN ('receipt', 'draft', 'invite') THEN 1
	WHEN `kind` = 'broadcast' THEN 3
	ELSE 2 END
WHERE `state` IN ('pending', 'sending', 'failed', 'cancelled');--> statement-breakpoint
CREATE INDEX `outbox_queue` ON `outbox` (`urgency`,`next_at`,`id`,lower("to_address")) WHERE "outbox"."state" = 'pending';--> statement-breakpoint
CREATE INDEX `outbox_expiring` ON `outbox` (`expires_at`) WHERE "outbox"."state" = 'pending' and "outbox"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX `outbox_leased` ON `outbox` (`lease_until`) WHERE "outbox"."state" = 'sending';
