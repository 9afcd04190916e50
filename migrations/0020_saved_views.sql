CREATE TABLE `saved_views` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`search` text NOT NULL,
	CONSTRAINT "saved_views_length" CHECK(length("saved_views"."name") between 1 and 60 and length("saved_views"."search") <= 4000)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_name` ON `saved_views` (`kind`,`name`);
