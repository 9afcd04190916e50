CREATE TABLE `attempts` (
	`subject` text NOT NULL,
	`category` text NOT NULL,
	`field` text NOT NULL,
	`failures` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`subject`, `category`, `field`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `attempts_updated` ON `attempts` (`updated_at`);--> statement-breakpoint
CREATE TABLE `entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`category` text NOT NULL,
	`user_id` integer,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`org` text NOT NULL,
	`title` text NOT NULL,
	`track_id` text,
	`photo` text,
	`consent` integer,
	`status` text DEFAULT 'New' NOT NULL,
	`answers` text NOT NULL,
	`incomplete` text NOT NULL,
	`search_text` text NOT NULL,
	`locale` text NOT NULL,
	`link_version` integer DEFAULT 1 NOT NULL,
	`submission_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`photo`) REFERENCES `photos`(`name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "entries_status_known" CHECK("entries"."status" in ('New', 'Hold', 'Accept', 'Reject')),
	CONSTRAINT "entries_answers_json" CHECK(json_valid("entries"."answers") and json_valid("entries"."incomplete")),
	CONSTRAINT "entries_lengths" CHECK(length("entries"."name") <= 200 and length("entries"."email") <= 254 and length("entries"."title") <= 300)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `entries_submission_key_unique` ON `entries` (`submission_key`);--> statement-breakpoint
CREATE INDEX `entries_user` ON `entries` (`user_id`);--> statement-breakpoint
CREATE INDEX `entries_status` ON `entries` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `entries_track` ON `entries` (`track_id`,`id`);--> statement-breakpoint
CREATE TABLE `entry_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entry_id` integer NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	`type` text NOT NULL,
	`state` text NOT NULL,
	`changes` text,
	FOREIGN KEY (`entry_id`) REFERENCES `entries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE INDEX `entry_log_entry` ON `entry_log` (`entry_id`,`id`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`to_address` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`message_id` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`lease_until` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`expires_at` integer,
	CONSTRAINT "outbox_state" CHECK("outbox"."state" in ('pending', 'sending', 'sent', 'failed', 'cancelled', 'expired'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupe_key_unique` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`next_at`);--> statement-breakpoint
CREATE INDEX `outbox_recipient` ON `outbox` (`to_address`,`kind`,`next_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_message_id` ON `outbox` (`message_id`);--> statement-breakpoint
CREATE TABLE `photos` (
	`name` text PRIMARY KEY NOT NULL,
	`source_hash` text NOT NULL,
	`source_name` text NOT NULL,
	`source_bytes` integer NOT NULL,
	`stored_bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "photos_name" CHECK(length("photos"."name") = 32)
) STRICT;
--> statement-breakpoint
CREATE INDEX `photos_created` ON `photos` (`created_at`);--> statement-breakpoint
CREATE TABLE `programmes` (
	`category` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`opens_at` integer,
	`closes_at` integer,
	`link` text,
	CONSTRAINT "programmes_state" CHECK("programmes"."state" in ('open', 'closed', 'dates', 'external'))
) STRICT;
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id_hash` blob PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`remember` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`ip_prefix` text NOT NULL,
	`user_agent` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sessions_kind" CHECK("sessions"."kind" in ('cookie', 'bearer'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `setup_links` (
	`token_hash` blob PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `tracks` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`label` text NOT NULL,
	`label_zh` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`description_zh` text DEFAULT '' NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`position` integer NOT NULL,
	CONSTRAINT "tracks_kind" CHECK("tracks"."kind" in ('unselected', 'track', 'divider'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `tracks_position_unique` ON `tracks` (`position`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text,
	`name` text DEFAULT '' NOT NULL,
	`password_hash` text,
	`is_admin` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`disabled_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);