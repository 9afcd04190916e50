DROP VIEW IF EXISTS `entry_facets`;
DROP TRIGGER IF EXISTS `entry_counted`;
DROP TRIGGER IF EXISTS `entry_uncounted`;
DROP TRIGGER IF EXISTS `entry_leaves_count`;
DROP TRIGGER IF EXISTS `entry_joins_count`;
DROP TRIGGER IF EXISTS `photo_released`;
DROP VIEW IF EXISTS `entry_texts`;
DROP TRIGGER IF EXISTS `entry_found`;
DROP TRIGGER IF EXISTS `entry_not_found`;
DROP TRIGGER IF EXISTS `entry_found_no_more`;
DROP TRIGGER IF EXISTS `entry_found_anew`;
--> statement-breakpoint
CREATE TABLE `roles` (
	`name` text PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO `roles` (`name`) VALUES ('organiser');--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_memberships` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`invited_by` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`role`) REFERENCES `roles`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_memberships`("user_id", "role", "created_at", "invited_by") SELECT "user_id", "role", "created_at", "invited_by" FROM `memberships`;
--> statement-breakpoint
DROP TABLE `memberships`;--> statement-breakpoint
ALTER TABLE `__new_memberships` RENAME TO `memberships`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `memberships_invited_by` ON `memberships` (`invited_by`);--> statement-breakpoint
CREATE TABLE `__new_entry_counts` (
	`kind` text NOT NULL,
	`track_id` text NOT NULL,
	`status` text NOT NULL,
	`presence` text NOT NULL,
	`is_incomplete` integer NOT NULL,
	`consent` integer NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY(`kind`, `track_id`, `status`, `presence`, `is_incomplete`, `consent`),
	CONSTRAINT "entry_counts_n" CHECK("__new_entry_counts"."n" >= 0)
) STRICT;
--> statement-breakpoint
DROP TABLE `entry_counts`;--> statement-breakpoint
ALTER TABLE `__new_entry_counts` RENAME TO `entry_counts`;--> statement-breakpoint
ALTER TABLE `entry_log` ADD `undoes` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `cancelled_by` integer REFERENCES `users`(`id`) ON DELETE set null;--> statement-breakpoint
UPDATE `entry_log` SET `undoes` = substr(`batch`, 6) WHERE `batch` LIKE 'undo:%';--> statement-breakpoint
UPDATE `entry_log` SET `state` = 'Registration' WHERE `type` = 'Email' AND `state` = 'Confirmed';--> statement-breakpoint
UPDATE `outbox` SET `cancelled_by` = (SELECT `id` FROM `users` WHERE 'cancelled by ' || `email` = `last_error`),
	`last_error` = 'an organiser cancelled it' WHERE `state` = 'cancelled' AND `last_error` LIKE 'cancelled by %';
--> statement-breakpoint
-- Numbers of entries for each combination of what lists are narrowed by, kept by triggers (docs/decisions, "Lists cost
-- the same with 100,000 entries"). Read by `npm run migration`, which makes all of this anew where needed.

CREATE VIEW `entry_facets` AS SELECT `id`, `kind`, coalesce(`track_id`, '') AS `track_id`, `status`,
	`presence`, `incomplete` <> '[]' AS `is_incomplete`, coalesce(`consent`, -1) AS `consent`
	FROM `entries`;

DELETE FROM `entry_counts`;

INSERT INTO `entry_counts` SELECT `kind`, `track_id`, `status`, `presence`, `is_incomplete`, `consent`, count(*)
	FROM `entry_facets` GROUP BY 1, 2, 3, 4, 5, 6;

CREATE TRIGGER `entry_counted` AFTER INSERT ON `entries` BEGIN
	INSERT INTO `entry_counts` SELECT `kind`, `track_id`, `status`, `presence`, `is_incomplete`, `consent`, 1
		FROM `entry_facets` WHERE `id` = new.`id` ON CONFLICT DO UPDATE SET `n` = `n` + 1;
END;

CREATE TRIGGER `entry_uncounted` BEFORE DELETE ON `entries` BEGIN
	UPDATE `entry_counts` SET `n` = `n` - 1
		WHERE (`kind`, `track_id`, `status`, `presence`, `is_incomplete`, `consent`) =
			(SELECT `kind`, `track_id`, `status`, `presence`, `is_incomplete`, `consent` FROM `entry_facets` WHERE `id` = old.`id`);
END;

CREATE TRIGGER `entry_leaves_count` BEFORE UPDATE OF `kind`, `track_id`, `status`, `presence`, `incomplete`, `consent` ON `entries` BEGIN
	UPDATE `entry_counts` SET `n` = `n` - 1
		WHERE (`kind`, `track_id`, `status`, `presence`, `is_incomplete`, `consent`) =
			(SELECT `kind`, `track_id`, `status`, `presence`, `is_incomplete`, `consent` FROM `entry_facets` WHERE `id` = old.`id`);
END;

CREATE TRIGGER `entry_joins_count` AFTER UPDATE OF `kind`, `track_id`, `status`, `presence`, `incomplete`, `consent` ON `entries` BEGIN
	INSERT INTO `entry_counts` SELECT `kind`, `track_id`, `status`, `presence`, `is_incomplete`, `consent`, 1
		FROM `entry_facets` WHERE `id` = new.`id` ON CONFLICT DO UPDATE SET `n` = `n` + 1;
END;

-- Derived from photos: the names of files that nobody needs any more. Whoever removes a file takes its name away.
CREATE TRIGGER `photo_released` AFTER DELETE ON `photos` BEGIN
	INSERT OR IGNORE INTO `released_photos` (`name`) VALUES (old.`name`);
END;

-- The full-text index of entries, three characters each, kept by triggers. The index itself is only made anew when its
-- declaration or that of its view changes: it takes long.

-- Two line breaks behind each text, so that its last two characters begin triples like all others. What is not taken
-- apart yet has none: it goes into the index once it is.
CREATE VIEW `entry_texts` AS SELECT `id`,
	iif(`kind` = 'talk', `search_text` || char(10, 10), NULL) AS `talk`,
	iif(`kind` = 'talk', `public_text` || char(10, 10), NULL) AS `talk_shown`,
	iif(`kind` = 'nomination', `search_text` || char(10, 10), NULL) AS `nomination`,
	iif(`kind` = 'nomination', `public_text` || char(10, 10), NULL) AS `nomination_shown`,
	iif(`kind` = 'aigc', `search_text` || char(10, 10), NULL) AS `aigc`,
	iif(`kind` = 'aigc', `public_text` || char(10, 10), NULL) AS `aigc_shown`,
	iif(`kind` = 'forum', `search_text` || char(10, 10), NULL) AS `forum`,
	iif(`kind` = 'forum', `public_text` || char(10, 10), NULL) AS `forum_shown`
	FROM `entries` WHERE `public_text` IS NOT NULL;

CREATE VIRTUAL TABLE IF NOT EXISTS `entry_search` USING fts5(
	`talk`, `talk_shown`, `nomination`, `nomination_shown`, `aigc`, `aigc_shown`, `forum`, `forum_shown`,
	content='entry_texts', content_rowid='id', tokenize='trigram'
);

CREATE VIRTUAL TABLE IF NOT EXISTS `entry_terms` USING fts5vocab('entry_search', 'row');

CREATE TRIGGER `entry_found` AFTER INSERT ON `entries` BEGIN
	INSERT INTO `entry_search` (rowid, `talk`, `talk_shown`, `nomination`, `nomination_shown`, `aigc`, `aigc_shown`, `forum`, `forum_shown`)
		SELECT * FROM `entry_texts` WHERE `id` = new.`id`;
END;

CREATE TRIGGER `entry_not_found` BEFORE DELETE ON `entries` BEGIN
	INSERT INTO `entry_search` (`entry_search`, rowid, `talk`, `talk_shown`, `nomination`, `nomination_shown`, `aigc`, `aigc_shown`, `forum`, `forum_shown`)
		SELECT 'delete', * FROM `entry_texts` WHERE `id` = old.`id`;
END;

CREATE TRIGGER `entry_found_no_more` BEFORE UPDATE OF `kind`, `public_text`, `search_text` ON `entries`
	WHEN old.`kind` <> new.`kind` OR old.`public_text` IS NOT new.`public_text` OR old.`search_text` <> new.`search_text` BEGIN
	INSERT INTO `entry_search` (`entry_search`, rowid, `talk`, `talk_shown`, `nomination`, `nomination_shown`, `aigc`, `aigc_shown`, `forum`, `forum_shown`)
		SELECT 'delete', * FROM `entry_texts` WHERE `id` = old.`id`;
END;

CREATE TRIGGER `entry_found_anew` AFTER UPDATE OF `kind`, `public_text`, `search_text` ON `entries`
	WHEN old.`kind` <> new.`kind` OR old.`public_text` IS NOT new.`public_text` OR old.`search_text` <> new.`search_text` BEGIN
	INSERT INTO `entry_search` (rowid, `talk`, `talk_shown`, `nomination`, `nomination_shown`, `aigc`, `aigc_shown`, `forum`, `forum_shown`)
		SELECT * FROM `entry_texts` WHERE `id` = new.`id`;
END;
