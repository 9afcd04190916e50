CREATE TABLE `late_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`secret_hash` blob NOT NULL,
	`category` text NOT NULL,
	`note` text NOT NULL,
	`allowed` integer NOT NULL,
	`used` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`actor_id` integer,
	FOREIGN KEY (`category`) REFERENCES `programmes`(`category`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "late_links_note" CHECK(length("late_links"."note") <= 200),
	CONSTRAINT "late_links_uses" CHECK("late_links"."allowed" between 1 and 20 and "late_links"."used" between 0 and "late_links"."allowed")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `late_links_secret_hash_unique` ON `late_links` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `late_links_category` ON `late_links` (`category`);
