CREATE TABLE `devices` (
	`device_hash` blob NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `device_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `devices_last_used` ON `devices` (`last_used_at`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_one_time_secrets` (
	`secret_hash` blob PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` integer,
	`email` text,
	`detail` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "one_time_secrets_kind" CHECK("__new_one_time_secrets"."kind" in ('setup', 'verify', 'reset', 'hand-over', 'oauth', 'confirm'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_one_time_secrets`("secret_hash", "kind", "user_id", "email", "detail", "created_at", "expires_at", "used_at") SELECT "secret_hash", "kind", "user_id", "email", "detail", "created_at", "expires_at", "used_at" FROM `one_time_secrets`;--> statement-breakpoint
DROP TABLE `one_time_secrets`;--> statement-breakpoint
ALTER TABLE `__new_one_time_secrets` RENAME TO `one_time_secrets`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `one_time_secrets_user` ON `one_time_secrets` (`user_id`,`kind`);--> statement-breakpoint
CREATE INDEX `one_time_secrets_expiry` ON `one_time_secrets` (`expires_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `proven_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `admin_since` integer;--> statement-breakpoint
-- Of those who are administrators already, nobody knows since when.
UPDATE `users` SET `admin_since` = `created_at` WHERE `is_admin` = 1;
