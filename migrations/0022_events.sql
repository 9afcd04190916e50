CREATE TABLE `event_logos` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`version` text NOT NULL,
	`logo` blob NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`icon` blob NOT NULL,
	`emblem` blob NOT NULL,
	`emblem_width` integer NOT NULL,
	`emblem_height` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`state` text NOT NULL,
	`name` text NOT NULL,
	`name_zh` text DEFAULT '' NOT NULL,
	`place` text DEFAULT '' NOT NULL,
	`place_zh` text DEFAULT '' NOT NULL,
	`zone` text NOT NULL,
	`organisation` text NOT NULL,
	`organisation_zh` text DEFAULT '' NOT NULL,
	`site` text DEFAULT '' NOT NULL,
	`spotlight_site` text DEFAULT '' NOT NULL,
	`chat` text DEFAULT '' NOT NULL,
	`privacy` text DEFAULT '' NOT NULL,
	`support` text NOT NULL,
	`accent` text NOT NULL,
	`front` text DEFAULT '' NOT NULL,
	`front_zh` text DEFAULT '' NOT NULL,
	CONSTRAINT "events_state" CHECK("events"."state" in ('preparing', 'current', 'archived')),
	CONSTRAINT "events_slug" CHECK("events"."slug" <> '' and "events"."slug" not glob '*[^a-z0-9-]*'),
	CONSTRAINT "events_accent" CHECK(length("events"."accent") = 7 and "events"."accent" glob '#*')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `events_slug_unique` ON `events` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `events_current` ON `events` (`state`) WHERE "events"."state" = 'current';
