CREATE TABLE `decision_letters` (
	`entry_id` integer NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	PRIMARY KEY(`entry_id`, `kind`),
	FOREIGN KEY (`entry_id`) REFERENCES `entries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE TABLE `decision_releases` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`category` text NOT NULL,
	`statuses` text NOT NULL,
	`tracks` text NOT NULL,
	`seen` text NOT NULL,
	`unmailed` integer NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	FOREIGN KEY (`category`) REFERENCES `programmes`(`category`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
ALTER TABLE `outbox` ADD `decision_release` integer REFERENCES decision_releases(id);--> statement-breakpoint
CREATE INDEX `outbox_release` ON `outbox` (`decision_release`) WHERE "outbox"."decision_release" is not null;
