CREATE TABLE `opt_outs` (
	`event_id` integer NOT NULL,
	`person` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `person`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
