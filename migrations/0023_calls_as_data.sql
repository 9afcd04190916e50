CREATE TABLE `programme_drafts` (
	`category` text PRIMARY KEY NOT NULL,
	`definition` text NOT NULL,
	`revision` integer NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	FOREIGN KEY (`category`) REFERENCES `programmes`(`category`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE TABLE `programme_versions` (
	`category` text NOT NULL,
	`version` integer NOT NULL,
	`definition` text NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	`note` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`category`, `version`),
	FOREIGN KEY (`category`) REFERENCES `programmes`(`category`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
ALTER TABLE `programmes` ADD `position` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `programmes` ADD `version` integer;--> statement-breakpoint
ALTER TABLE `programmes` ADD `archived` integer DEFAULT false NOT NULL;
