CREATE TABLE `erasures` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
) STRICT;
