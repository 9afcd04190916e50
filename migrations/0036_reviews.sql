CREATE TABLE `assignments` (
	`entry_id` integer NOT NULL,
	`reviewer_id` integer NOT NULL,
	`made_by` text NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	PRIMARY KEY(`entry_id`, `reviewer_id`),
	FOREIGN KEY (`entry_id`) REFERENCES `entries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reviewer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "assignments_made_by" CHECK("assignments"."made_by" in ('hand', 'panel', 'balance'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `assignments_reviewer` ON `assignments` (`reviewer_id`,`entry_id`);--> statement-breakpoint
CREATE TABLE `conflicts` (
	`entry_id` integer NOT NULL,
	`reviewer_id` integer NOT NULL,
	`state` text NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	PRIMARY KEY(`entry_id`, `reviewer_id`),
	FOREIGN KEY (`entry_id`) REFERENCES `entries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reviewer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "conflicts_state" CHECK("conflicts"."state" in ('declared', 'found', 'dismissed'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `conflicts_reviewer` ON `conflicts` (`reviewer_id`,`entry_id`);--> statement-breakpoint
CREATE TABLE `redactions` (
	`entry_id` integer NOT NULL,
	`field` text NOT NULL,
	`text` text NOT NULL,
	`entry_version` integer NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	PRIMARY KEY(`entry_id`, `field`),
	FOREIGN KEY (`entry_id`) REFERENCES `entries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "redactions_text" CHECK(length("redactions"."field") <= 40 and length("redactions"."text") <= 20000)
) STRICT;
--> statement-breakpoint
CREATE TABLE `review_criteria` (
	`category` text NOT NULL,
	`version` integer NOT NULL,
	`criteria` text NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	PRIMARY KEY(`category`, `version`),
	FOREIGN KEY (`category`) REFERENCES `programmes`(`category`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "review_criteria_json" CHECK(json_type("review_criteria"."criteria") is 'array')
) STRICT;
--> statement-breakpoint
CREATE TABLE `review_rules` (
	`category` text PRIMARY KEY NOT NULL,
	`opens_at` integer,
	`closes_at` integer,
	`wanted` integer NOT NULL,
	`blind` integer NOT NULL,
	`hidden` integer NOT NULL,
	`results` integer NOT NULL,
	`version` integer NOT NULL,
	`revision` integer NOT NULL,
	FOREIGN KEY (`category`) REFERENCES `programmes`(`category`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "review_rules_wanted" CHECK("review_rules"."wanted" between 1 and 20),
	CONSTRAINT "review_rules_window" CHECK("review_rules"."opens_at" is null or "review_rules"."closes_at" is null or "review_rules"."opens_at" < "review_rules"."closes_at")
) STRICT;
--> statement-breakpoint
CREATE TABLE `reviews` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entry_id` integer NOT NULL,
	`reviewer_id` integer,
	`state` text NOT NULL,
	`marks` text NOT NULL,
	`recommendation` text,
	`committee_note` text DEFAULT '' NOT NULL,
	`author_note` text DEFAULT '' NOT NULL,
	`rules_version` integer NOT NULL,
	`entry_version` integer NOT NULL,
	`revision` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`entry_id`) REFERENCES `entries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reviewer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "reviews_state" CHECK("reviews"."state" in ('open', 'done', 'abstained')),
	CONSTRAINT "reviews_marks" CHECK(json_type("reviews"."marks") is 'object'),
	CONSTRAINT "reviews_recommendation" CHECK("reviews"."recommendation" is null or "reviews"."recommendation" in ('yes', 'maybe', 'no')),
	CONSTRAINT "reviews_notes" CHECK(length("reviews"."committee_note") <= 5000 and length("reviews"."author_note") <= 5000)
) STRICT;
--> statement-breakpoint
CREATE INDEX `reviews_reviewer` ON `reviews` (`reviewer_id`,`state`,`entry_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_entry` ON `reviews` (`entry_id`,`reviewer_id`);--> statement-breakpoint
ALTER TABLE `memberships` ADD `tracks` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `memberships` ADD `calls` text DEFAULT '[]' NOT NULL;
