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
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_entry_counts` (
	`event_id` integer NOT NULL,
	`kind` text NOT NULL,
	`track_id` text NOT NULL,
	`status` text NOT NULL,
	`told_status` text NOT NULL,
	`presence` text NOT NULL,
	`is_incomplete` integer NOT NULL,
	`consent` integer NOT NULL,
	`is_confirmed` integer DEFAULT false NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY(`event_id`, `kind`, `track_id`, `status`, `told_status`, `presence`, `is_incomplete`, `consent`, `is_confirmed`),
	CONSTRAINT "entry_counts_n" CHECK("__new_entry_counts"."n" >= 0)
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_entry_counts`("event_id", "kind", "track_id", "status", "told_status", "presence", "is_incomplete", "consent", "n") SELECT "event_id", "kind", "track_id", "status", "told_status", "presence", "is_incomplete", "consent", "n" FROM `entry_counts`;
--> statement-breakpoint
DELETE FROM sqlite_sequence WHERE name = '__new_entry_counts';
INSERT INTO sqlite_sequence (name, seq) SELECT '__new_entry_counts', seq FROM sqlite_sequence WHERE name = 'entry_counts';--> statement-breakpoint
DROP TABLE `entry_counts`;--> statement-breakpoint
ALTER TABLE `__new_entry_counts` RENAME TO `entry_counts`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
ALTER TABLE `entries` ADD `confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `programmes` ADD `confirm_by` integer;--> statement-breakpoint
ALTER TABLE `programmes` ADD `remind_days` integer DEFAULT 3 NOT NULL;
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
