CREATE TABLE `applied_migrations` (
	`number` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL
) STRICT;
