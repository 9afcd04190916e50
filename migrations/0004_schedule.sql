CREATE TABLE `day_tracks` (
	`day_id` text NOT NULL,
	`track_id` text NOT NULL,
	`room` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`day_id`, `track_id`),
	FOREIGN KEY (`day_id`) REFERENCES `days`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `days` (
	`id` text PRIMARY KEY NOT NULL,
	`date` text NOT NULL,
	CONSTRAINT "days_id" CHECK("days"."id" <> '' and "days"."id" not glob '*[^a-z0-9]*'),
	CONSTRAINT "days_date" CHECK("days"."date" is date("days"."date"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `days_date_unique` ON `days` (`date`);--> statement-breakpoint
CREATE TABLE `releases` (
	`version` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	`note` text DEFAULT '' NOT NULL,
	`grid` text NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE TABLE `slots` (
	`day_id` text NOT NULL,
	`track_id` text NOT NULL,
	`time` text NOT NULL,
	`minutes` integer NOT NULL,
	`entry_id` integer,
	PRIMARY KEY(`day_id`, `track_id`, `time`),
	FOREIGN KEY (`entry_id`) REFERENCES `entries`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`day_id`,`track_id`) REFERENCES `day_tracks`(`day_id`,`track_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "slots_time" CHECK("slots"."time" is strftime('%H:%M', "slots"."time")),
	CONSTRAINT "slots_minutes" CHECK("slots"."minutes" between 5 and 720)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `slots_entry_id_unique` ON `slots` (`entry_id`);--> statement-breakpoint
CREATE TABLE `special_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`day_id` text NOT NULL,
	`track_id` text,
	`time` text NOT NULL,
	`minutes` integer NOT NULL,
	`title` text NOT NULL,
	`title_zh` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`description_zh` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`day_id`) REFERENCES `days`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "special_events_time" CHECK("special_events"."time" is strftime('%H:%M', "special_events"."time")),
	CONSTRAINT "special_events_minutes" CHECK("special_events"."minutes" between 5 and 720)
) STRICT;
--> statement-breakpoint
CREATE INDEX `special_events_day` ON `special_events` (`day_id`,`time`);--> statement-breakpoint
ALTER TABLE `outbox` ADD `calendar` text;--> statement-breakpoint
CREATE INDEX `entry_log_schedule` ON `entry_log` (`actor_id`,`id`) WHERE "entry_log"."type" = 'Schedule';