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
DROP TRIGGER IF EXISTS `setup_days_inserted`;
DROP TRIGGER IF EXISTS `setup_days_updated`;
DROP TRIGGER IF EXISTS `setup_days_deleted`;
DROP TRIGGER IF EXISTS `setup_event_logos_inserted`;
DROP TRIGGER IF EXISTS `setup_event_logos_updated`;
DROP TRIGGER IF EXISTS `setup_event_logos_deleted`;
DROP TRIGGER IF EXISTS `setup_events_inserted`;
DROP TRIGGER IF EXISTS `setup_events_updated`;
DROP TRIGGER IF EXISTS `setup_events_deleted`;
DROP TRIGGER IF EXISTS `setup_mail_texts_inserted`;
DROP TRIGGER IF EXISTS `setup_mail_texts_updated`;
DROP TRIGGER IF EXISTS `setup_mail_texts_deleted`;
DROP TRIGGER IF EXISTS `setup_programme_versions_inserted`;
DROP TRIGGER IF EXISTS `setup_programme_versions_updated`;
DROP TRIGGER IF EXISTS `setup_programme_versions_deleted`;
DROP TRIGGER IF EXISTS `setup_programmes_inserted`;
DROP TRIGGER IF EXISTS `setup_programmes_updated`;
DROP TRIGGER IF EXISTS `setup_programmes_deleted`;
DROP TRIGGER IF EXISTS `setup_releases_inserted`;
DROP TRIGGER IF EXISTS `setup_releases_updated`;
DROP TRIGGER IF EXISTS `setup_releases_deleted`;
DROP TRIGGER IF EXISTS `setup_tracks_inserted`;
DROP TRIGGER IF EXISTS `setup_tracks_updated`;
DROP TRIGGER IF EXISTS `setup_tracks_deleted`;
--> statement-breakpoint
CREATE TABLE `edited_answers` (
	`log_id` integer NOT NULL,
	`field` text NOT NULL,
	`entry_id` integer NOT NULL,
	`before` blob,
	`after` text,
	PRIMARY KEY(`log_id`, `field`),
	FOREIGN KEY (`log_id`) REFERENCES `entry_log`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`entry_id`) REFERENCES `entries`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `edited_answers_entry` ON `edited_answers` (`entry_id`,`field`,`log_id`);--> statement-breakpoint
DROP INDEX `entries_user`;--> statement-breakpoint
DROP INDEX `entries_created`;--> statement-breakpoint
ALTER TABLE `entries` ADD `old_link_version` integer;--> statement-breakpoint
CREATE INDEX `entries_user` ON `entries` (`user_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `entries_created` ON `entries` (`event_id`,`created_at`,`category`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`state` text NOT NULL,
	`name` text NOT NULL,
	`name_zh` text DEFAULT '' NOT NULL,
	`place` text DEFAULT '' NOT NULL,
	`place_zh` text DEFAULT '' NOT NULL,
	`zone` text NOT NULL,
	`organisation` text NOT NULL,
	`organisation_zh` text DEFAULT '' NOT NULL,
	`site` text DEFAULT '' NOT NULL,
	`spotlight_site` text DEFAULT '' NOT NULL,
	`chat` text DEFAULT '' NOT NULL,
	`privacy` text DEFAULT '' NOT NULL,
	`support` text NOT NULL,
	`accent` text NOT NULL,
	`front` text DEFAULT '' NOT NULL,
	`front_zh` text DEFAULT '' NOT NULL,
	`public_talks` text DEFAULT '' NOT NULL,
	`grid` text,
	`archived_at` integer,
	`checked_texts` text,
	`template` text DEFAULT 'hangzhou' NOT NULL,
	CONSTRAINT "events_state" CHECK("__new_events"."state" in ('preparing', 'current', 'archived')),
	CONSTRAINT "events_public_talks" CHECK("__new_events"."public_talks" in ('', 'all', 'accepted', 'off')),
	CONSTRAINT "events_slug" CHECK("__new_events"."slug" <> '' and "__new_events"."slug" not glob '*[^a-z0-9-]*'),
	CONSTRAINT "events_accent" CHECK(length("__new_events"."accent") = 7 and "__new_events"."accent" glob '#*')
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_events`("id", "slug", "state", "name", "name_zh", "place", "place_zh", "zone", "organisation", "organisation_zh", "site", "spotlight_site", "chat", "privacy", "support", "accent", "front", "front_zh", "grid", "archived_at", "checked_texts", "template") SELECT "id", "slug", "state", "name", "name_zh", "place", "place_zh", "zone", "organisation", "organisation_zh", "site", "spotlight_site", "chat", "privacy", "support", "accent", "front", "front_zh", "grid", "archived_at", "checked_texts", "template" FROM `events`;
--> statement-breakpoint
DELETE FROM sqlite_sequence WHERE name = '__new_events';
INSERT INTO sqlite_sequence (name, seq) SELECT '__new_events', seq FROM sqlite_sequence WHERE name = 'events';--> statement-breakpoint
DROP TABLE `events`;--> statement-breakpoint
ALTER TABLE `__new_events` RENAME TO `events`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `events_slug_unique` ON `events` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `events_current` ON `events` (`state`) WHERE "events"."state" = 'current';
--> statement-breakpoint
-- Numbers of entries for each combination of what lists are narrowed by, kept by triggers (docs/decisions, "Lists cost
-- the same with 100,000 entries"). Read by `npm run migration`, which makes all of this anew where needed.

CREATE VIEW `entry_facets` AS SELECT `id`, `event_id`, `kind`, coalesce(`track_id`, '') AS `track_id`, `status`,
	coalesce(`told_status`, `status`) AS `told_status`, `presence`, `incomplete` <> '[]' AS `is_incomplete`, coalesce(`consent`, -1) AS `consent`,
	`confirmed_at` IS NOT NULL AS `is_confirmed`
	FROM `entries`;

DELETE FROM `entry_counts`;

INSERT INTO `entry_counts` (`event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed`, `n`)
	SELECT `event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed`, count(*)
	FROM `entry_facets` GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;

CREATE TRIGGER `entry_counted` AFTER INSERT ON `entries` BEGIN
	INSERT INTO `entry_counts` (`event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed`, `n`)
	SELECT `event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed`, 1
		FROM `entry_facets` WHERE `id` = new.`id` ON CONFLICT DO UPDATE SET `n` = `n` + 1;
END;

CREATE TRIGGER `entry_uncounted` BEFORE DELETE ON `entries` BEGIN
	UPDATE `entry_counts` SET `n` = `n` - 1
		WHERE (`event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed`) =
			(SELECT `event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed` FROM `entry_facets` WHERE `id` = old.`id`);
END;

CREATE TRIGGER `entry_leaves_count` BEFORE UPDATE OF `event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `incomplete`, `consent`, `confirmed_at` ON `entries` BEGIN
	UPDATE `entry_counts` SET `n` = `n` - 1
		WHERE (`event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed`) =
			(SELECT `event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed` FROM `entry_facets` WHERE `id` = old.`id`);
END;

CREATE TRIGGER `entry_joins_count` AFTER UPDATE OF `event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `incomplete`, `consent`, `confirmed_at` ON `entries` BEGIN
	INSERT INTO `entry_counts` (`event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed`, `n`)
	SELECT `event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed`, 1
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

-- How often the set-up of events was changed. What is read of these tables stays in memory until it was, whatever else is
-- written (docs/decisions, "The set-up is read again only when it changes").
CREATE TRIGGER `setup_days_inserted` AFTER INSERT ON `days` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_days_updated` AFTER UPDATE ON `days` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_days_deleted` AFTER DELETE ON `days` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;

CREATE TRIGGER `setup_event_logos_inserted` AFTER INSERT ON `event_logos` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_event_logos_updated` AFTER UPDATE ON `event_logos` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_event_logos_deleted` AFTER DELETE ON `event_logos` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;

CREATE TRIGGER `setup_events_inserted` AFTER INSERT ON `events` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_events_updated` AFTER UPDATE ON `events` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_events_deleted` AFTER DELETE ON `events` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;

CREATE TRIGGER `setup_mail_texts_inserted` AFTER INSERT ON `mail_texts` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_mail_texts_updated` AFTER UPDATE ON `mail_texts` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_mail_texts_deleted` AFTER DELETE ON `mail_texts` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;

CREATE TRIGGER `setup_programme_versions_inserted` AFTER INSERT ON `programme_versions` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_programme_versions_updated` AFTER UPDATE ON `programme_versions` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_programme_versions_deleted` AFTER DELETE ON `programme_versions` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;

CREATE TRIGGER `setup_programmes_inserted` AFTER INSERT ON `programmes` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_programmes_updated` AFTER UPDATE ON `programmes` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_programmes_deleted` AFTER DELETE ON `programmes` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;

CREATE TRIGGER `setup_releases_inserted` AFTER INSERT ON `releases` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_releases_updated` AFTER UPDATE ON `releases` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_releases_deleted` AFTER DELETE ON `releases` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;

CREATE TRIGGER `setup_tracks_inserted` AFTER INSERT ON `tracks` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_tracks_updated` AFTER UPDATE ON `tracks` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
CREATE TRIGGER `setup_tracks_deleted` AFTER DELETE ON `tracks` BEGIN UPDATE `setup_changes` SET `n` = `n` + 1; END;
--> statement-breakpoint
INSERT INTO `edited_answers` (`log_id`, `field`, `entry_id`, `before`, `after`)
SELECT
	`line`.`id`,
	`change`.`key`,
	`line`.`entry_id`,
	CAST(coalesce(`change`.`value` -> '$.from', 'null') AS BLOB),
	CASE WHEN length(CAST(`change`.`value` -> '$.to' AS BLOB)) <= 200 THEN `change`.`value` -> '$.to' END
FROM `entry_log` AS `line`, json_each(`line`.`changes`) AS `change`
WHERE `line`.`type` = 'Edited';
--> statement-breakpoint
UPDATE `entry_log` SET `changes` = NULL WHERE `type` = 'Edited';
