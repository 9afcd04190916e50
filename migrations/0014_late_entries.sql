CREATE TABLE `late_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text,
	`form` text NOT NULL,
	`category` text NOT NULL,
	`entry_id` integer,
	`user_id` integer,
	`email_folded` text NOT NULL,
	`content` text NOT NULL,
	`photo` text,
	`locale` text NOT NULL,
	`submission_key` text NOT NULL,
	`arrived_at` integer NOT NULL,
	`declined_at` integer,
	FOREIGN KEY (`entry_id`) REFERENCES `entries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`photo`) REFERENCES `photos`(`name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "late_entries_json" CHECK(json_valid("late_entries"."content"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `late_entries_submission_key_unique` ON `late_entries` (`submission_key`);--> statement-breakpoint
CREATE INDEX `late_entries_sender` ON `late_entries` (`subject`,`form`) WHERE "late_entries"."subject" is not null;--> statement-breakpoint
CREATE INDEX `late_entries_email` ON `late_entries` (`email_folded`);--> statement-breakpoint
CREATE INDEX `late_entries_user` ON `late_entries` (`user_id`);--> statement-breakpoint
CREATE INDEX `late_entries_entry` ON `late_entries` (`entry_id`);--> statement-breakpoint
CREATE INDEX `late_entries_photo` ON `late_entries` (`photo`) WHERE "late_entries"."photo" is not null;
