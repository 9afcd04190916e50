CREATE TABLE `broadcasts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`query` text NOT NULL,
	`subject_en` text NOT NULL,
	`body_en` text NOT NULL,
	`subject_zh` text NOT NULL,
	`body_zh` text NOT NULL,
	`reply_to` text NOT NULL,
	`seen` text,
	`at` integer NOT NULL,
	`actor_id` integer,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `broadcasts_draft` ON `broadcasts` (`event_id`,`actor_id`) WHERE "broadcasts"."seen" is null;--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entry_id` integer NOT NULL,
	`thread` text NOT NULL,
	`from_team` integer NOT NULL,
	`actor_id` integer,
	`body` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`entry_id`) REFERENCES `entries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "messages_body" CHECK(length("messages"."body") between 1 and 5000)
) STRICT;
--> statement-breakpoint
CREATE INDEX `messages_entry` ON `messages` (`entry_id`,`id`);--> statement-breakpoint
CREATE INDEX `messages_actor` ON `messages` (`actor_id`) WHERE "messages"."actor_id" is not null;--> statement-breakpoint
ALTER TABLE `outbox` ADD `broadcast` integer REFERENCES broadcasts(id);--> statement-breakpoint
ALTER TABLE `outbox` ADD `reply_to` text;--> statement-breakpoint
CREATE INDEX `outbox_broadcast` ON `outbox` (`broadcast`) WHERE "outbox"."broadcast" is not null;
