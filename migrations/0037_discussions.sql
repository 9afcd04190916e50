CREATE TABLE `closed_discussions` (
	`entry_id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	FOREIGN KEY (`entry_id`) REFERENCES `entries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE TABLE `review_comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entry_id` integer NOT NULL,
	`author_id` integer,
	`text` text NOT NULL,
	`mentions` text DEFAULT '[]' NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`entry_id`) REFERENCES `entries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "review_comments_text" CHECK(length("review_comments"."text") between 1 and 2000),
	CONSTRAINT "review_comments_mentions" CHECK(json_type("review_comments"."mentions") is 'array')
) STRICT;
--> statement-breakpoint
CREATE INDEX `review_comments_entry` ON `review_comments` (`entry_id`,`id`);
