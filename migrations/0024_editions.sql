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
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_tracks` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` integer,
	`kind` text NOT NULL,
	`label` text NOT NULL,
	`label_zh` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`description_zh` text DEFAULT '' NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`position` integer NOT NULL,
	CONSTRAINT "tracks_kind" CHECK("__new_tracks"."kind" in ('unselected', 'track', 'divider')),
	CONSTRAINT "tracks_event" CHECK(("__new_tracks"."event_id" is null) = ("__new_tracks"."kind" = 'unselected'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_tracks`("id", "event_id", "kind", "label", "label_zh", "description", "description_zh", "active", "position") SELECT "id", iif("kind" = 'unselected', NULL, 1), "kind", "label", "label_zh", "description", "description_zh", "active", "position" FROM `tracks`;
--> statement-breakpoint
DROP TABLE `tracks`;--> statement-breakpoint
ALTER TABLE `__new_tracks` RENAME TO `tracks`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `tracks_position` ON `tracks` (`event_id`,`position`);--> statement-breakpoint
DROP INDEX `entries_kind`;--> statement-breakpoint
DROP INDEX `entries_call`;--> statement-breakpoint
DROP INDEX `entries_status`;--> statement-breakpoint
DROP INDEX `entries_track`;--> statement-breakpoint
DROP INDEX `entries_updated`;--> statement-breakpoint
DROP INDEX `entries_title`;--> statement-breakpoint
DROP INDEX `entries_name`;--> statement-breakpoint
DROP INDEX `entries_org`;--> statement-breakpoint
DROP INDEX `entries_incomplete`;--> statement-breakpoint
DROP INDEX `entries_withdrawn`;--> statement-breakpoint
DROP INDEX `entries_owner`;--> statement-breakpoint
DROP INDEX `entries_country`;--> statement-breakpoint
DROP INDEX `entries_region`;--> statement-breakpoint
ALTER TABLE `entries` ADD `event_id` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `entries` ADD `form_version` integer;--> statement-breakpoint
CREATE INDEX `entries_kind` ON `entries` (`event_id`,`kind`,`id`);--> statement-breakpoint
CREATE INDEX `entries_call` ON `entries` (`event_id`,`kind`,`category`);--> statement-breakpoint
CREATE INDEX `entries_status` ON `entries` (`event_id`,`kind`,`status`,"id" desc);--> statement-breakpoint
CREATE INDEX `entries_track` ON `entries` (`event_id`,`kind`,`track_id`,"id" desc);--> statement-breakpoint
CREATE INDEX `entries_updated` ON `entries` (`event_id`,`kind`,`updated_at`,"id" desc);--> statement-breakpoint
CREATE INDEX `entries_title` ON `entries` (`event_id`,`kind`,lower("title"),"id" desc);--> statement-breakpoint
CREATE INDEX `entries_name` ON `entries` (`event_id`,`kind`,lower("name"),"id" desc);--> statement-breakpoint
CREATE INDEX `entries_org` ON `entries` (`event_id`,`kind`,lower("org"),"id" desc);--> statement-breakpoint
CREATE INDEX `entries_incomplete` ON `entries` (`event_id`,`kind`,`id`) WHERE "entries"."incomplete" <> '[]';--> statement-breakpoint
CREATE INDEX `entries_withdrawn` ON `entries` (`event_id`,`kind`,`id`) WHERE "entries"."presence" <> 'active';--> statement-breakpoint
CREATE INDEX `entries_owner` ON `entries` (`event_id`,lower("answers" ->> '$.ownername'),"id" desc) WHERE "entries"."kind" = 'nomination';--> statement-breakpoint
CREATE INDEX `entries_country` ON `entries` (`event_id`,lower("answers" ->> '$.country'),"id" desc) WHERE "entries"."kind" = 'aigc';--> statement-breakpoint
CREATE INDEX `entries_region` ON `entries` (`event_id`,lower("answers" ->> '$.countryRegion'),"id" desc) WHERE "entries"."kind" = 'forum';--> statement-breakpoint
CREATE TABLE `__new_entry_counts` (
	`event_id` integer NOT NULL,
	`kind` text NOT NULL,
	`track_id` text NOT NULL,
	`status` text NOT NULL,
	`presence` text NOT NULL,
	`is_incomplete` integer NOT NULL,
	`consent` integer NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY(`event_id`, `kind`, `track_id`, `status`, `presence`, `is_incomplete`, `consent`),
	CONSTRAINT "entry_counts_n" CHECK("__new_entry_counts"."n" >= 0)
) STRICT;
--> statement-breakpoint
DROP TABLE `entry_counts`;--> statement-breakpoint
ALTER TABLE `__new_entry_counts` RENAME TO `entry_counts`;--> statement-breakpoint
ALTER TABLE `events` ADD `grid` text;--> statement-breakpoint
ALTER TABLE `programmes` ADD `event_id` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `releases` ADD `event_id` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `releases` ADD `number` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `releases` SET `number` = `version`;--> statement-breakpoint
CREATE UNIQUE INDEX `releases_number` ON `releases` (`event_id`,`number`);
--> statement-breakpoint
-- Numbers of entries for each combination of what lists are narrowed by, kept by triggers (docs/decisions, "Lists cost
-- the same with 100,000 entries"). Read by `npm run migration`, which makes all of this anew where needed.

CREATE VIEW `entry_facets` AS SELECT `id`, `event_id`, `kind`, coalesce(`track_id`, '') AS `track_id`, `status`,
	`presence`, `incomplete` <> '[]' AS `is_incomplete`, coalesce(`consent`, -1) AS `consent`
	FROM `entries`;

DELETE FROM `entry_counts`;

INSERT INTO `entry_counts` SELECT `event_id`, `kind`, `track_id`, `status`, `presence`, `is_incomplete`, `consent`, count(*)
	FROM `entry_facets` GROUP BY 1, 2, 3, 4, 5, 6, 7;

CREATE TRIGGER `entry_counted` AFTER INSERT ON `entries` BEGIN
	INSERT INTO `entry_counts` SELECT `event_id`, `kind`, `track_id`, `status`, `presence`, `is_incomplete`, `consent`, 1
		FROM `entry_facets` WHERE `id` = new.`id` ON CONFLICT DO UPDATE SET `n` = `n` + 1;
END;

CREATE TRIGGER `entry_uncounted` BEFORE DELETE ON `entries` BEGIN
	UPDATE `entry_counts` SET `n` = `n` - 1
		WHERE (`event_id`, `kind`, `track_id`, `status`, `presence`, `is_incomplete`, `consent`) =
			(SELECT `event_id`, `kind`, `track_id`, `status`, `presence`, `is_incomplete`, `consent` FROM `entry_facets` WHERE `id` = old.`id`);
END;

CREATE TRIGGER `entry_leaves_count` BEFORE UPDATE OF `event_id`, `kind`, `track_id`, `status`, `presence`, `incomplete`, `consent` ON `entries` BEGIN
	UPDATE `entry_counts` SET `n` = `n` - 1
		WHERE (`event_id`, `kind`, `track_id`, `status`, `presence`, `is_incomplete`, `consent`) =
			(SELECT `event_id`, `kind`, `track_id`, `status`, `presence`, `is_incomplete`, `consent` FROM `entry_facets` WHERE `id` = old.`id`);
END;

CREATE TRIGGER `entry_joins_count` AFTER UPDATE OF `event_id`, `kind`, `track_id`, `status`, `presence`, `incomplete`, `consent` ON `entries` BEGIN
	INSERT INTO `entry_counts` SELECT `event_id`, `kind`, `track_id`, `status`, `presence`, `is_incomplete`, `consent`, 1
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
