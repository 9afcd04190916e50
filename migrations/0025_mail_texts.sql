CREATE TABLE `mail_texts` (
	`event_id` integer NOT NULL,
	`kind` text NOT NULL,
	`locale` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`revision` integer NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	PRIMARY KEY(`event_id`, `kind`, `locale`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "mail_texts_locale" CHECK("mail_texts"."locale" in ('en', 'zh'))
) STRICT;
