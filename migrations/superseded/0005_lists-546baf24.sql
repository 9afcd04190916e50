CREATE TABLE `entry_counts` (
	`kind` text NOT NULL,
	`track_id` text NOT NULL,
	`status` text NOT NULL,
	`is_withdrawn` integer NOT NULL,
	`is_incomplete` integer NOT NULL,
	`consent` integer NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY(`kind`, `track_id`, `status`, `is_withdrawn`, `is_incomplete`, `consent`),
	CONSTRAINT "entry_counts_n" CHECK("entry_counts"."n" >= 0)
) STRICT;
--> statement-breakpoint
DROP INDEX `entries_category`;--> statement-breakpoint
DROP INDEX `entries_status`;--> statement-breakpoint
DROP INDEX `entries_track`;--> statement-breakpoint
ALTER TABLE `entries` ADD `kind` text DEFAULT 'talk' NOT NULL;--> statement-breakpoint
ALTER TABLE `entries` ADD `public_text` text;--> statement-breakpoint
CREATE INDEX `entries_kind` ON `entries` (`kind`,`id`);--> statement-breakpoint
CREATE INDEX `entries_updated` ON `entries` (`kind`,`updated_at`,"id" desc);--> statement-breakpoint
CREATE INDEX `entries_title` ON `entries` (`kind`,lower("title"),"id" desc);--> statement-breakpoint
CREATE INDEX `entries_name` ON `entries` (`kind`,lower("name"),"id" desc);--> statement-breakpoint
CREATE INDEX `entries_org` ON `entries` (`kind`,lower("org"),"id" desc);--> statement-breakpoint
CREATE INDEX `entries_incomplete` ON `entries` (`kind`,`id`) WHERE "entries"."incomplete" <> '[]';--> statement-breakpoint
CREATE INDEX `entries_withdrawn` ON `entries` (`kind`,`id`) WHERE "entries"."withdrawn_at" is not null;--> statement-breakpoint
CREATE INDEX `entries_created` ON `entries` (`created_at`);--> statement-breakpoint
CREATE INDEX `entries_apart` ON `entries` (`id`) WHERE "entries"."public_text" is null;--> statement-breakpoint
CREATE INDEX `entries_owner` ON `entries` (lower("answers" ->> '$.ownername'),"id" desc) WHERE "entries"."kind" = 'nomination';--> statement-breakpoint
CREATE INDEX `entries_country` ON `entries` (lower("answers" ->> '$.country'),"id" desc) WHERE "entries"."kind" = 'aigc';--> statement-breakpoint
CREATE INDEX `entries_region` ON `entries` (lower("answers" ->> '$.countryRegion'),"id" desc) WHERE "entries"."kind" = 'forum';--> statement-breakpoint
CREATE INDEX `entries_status` ON `entries` (`kind`,`status`,"id" desc);--> statement-breakpoint
CREATE INDEX `entries_track` ON `entries` (`kind`,`track_id`,"id" desc);--> statement-breakpoint
CREATE INDEX `entry_log_edited` ON `entry_log` (`entry_id`,`id`) WHERE "entry_log"."type" = 'Edited';--> statement-breakpoint
CREATE INDEX `outbox_accepted` ON `outbox` (`entry_id`) WHERE "outbox"."kind" = 'accept' and "outbox"."state" <> 'cancelled';--> statement-breakpoint
UPDATE `entries` SET `kind` = CASE `category`
	WHEN 'sl-hz' THEN 'nomination' WHEN 'rust' THEN 'nomination' WHEN 'ai' THEN 'nomination'
	WHEN 'sl-aigc' THEN 'aigc'
	WHEN 'forum' THEN 'forum'
	ELSE 'talk' END;
--> statement-breakpoint
CREATE VIEW `entry_facets` AS SELECT `id`, `kind`, coalesce(`track_id`, '') AS `track_id`, `status`,
	`withdrawn_at` IS NOT NULL AS `is_withdrawn`, `incomplete` <> '[]' AS `is_incomplete`, coalesce(`consent`, -1) AS `consent`
	FROM `entries`;
--> statement-breakpoint
INSERT INTO `entry_counts` SELECT `kind`, `track_id`, `status`, `is_withdrawn`, `is_incomplete`, `consent`, count(*)
	FROM `entry_facets` GROUP BY 1, 2, 3, 4, 5, 6;
--> statement-breakpoint
CREATE TRIGGER `entry_counted` AFTER INSERT ON `entries` BEGIN
	INSERT INTO `entry_counts` SELECT `kind`, `track_id`, `status`, `is_withdrawn`, `is_incomplete`, `consent`, 1
		FROM `entry_facets` WHERE `id` = new.`id` ON CONFLICT DO UPDATE SET `n` = `n` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `entry_uncounted` BEFORE DELETE ON `entries` BEGIN
	UPDATE `entry_counts` SET `n` = `n` - 1
		WHERE (`kind`, `track_id`, `status`, `is_withdrawn`, `is_incomplete`, `consent`) =
			(SELECT `kind`, `track_id`, `status`, `is_withdrawn`, `is_incomplete`, `consent` FROM `entry_facets` WHERE `id` = old.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `entry_leaves_count` BEFORE UPDATE OF `kind`, `track_id`, `status`, `withdrawn_at`, `incomplete`, `consent` ON `entries` BEGIN
	UPDATE `entry_counts` SET `n` = `n` - 1
		WHERE (`kind`, `track_id`, `status`, `is_withdrawn`, `is_incomplete`, `consent`) =
			(SELECT `kind`, `track_id`, `status`, `is_withdrawn`, `is_incomplete`, `consent` FROM `entry_facets` WHERE `id` = old.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `entry_joins_count` AFTER UPDATE OF `kind`, `track_id`, `status`, `withdrawn_at`, `incomplete`, `consent` ON `entries` BEGIN
	INSERT INTO `entry_counts` SELECT `kind`, `track_id`, `status`, `is_withdrawn`, `is_incomplete`, `consent`, 1
		FROM `entry_facets` WHERE `id` = new.`id` ON CONFLICT DO UPDATE SET `n` = `n` + 1;
END;
--> statement-breakpoint
-- Two line breaks behind each text, so that its last two characters begin triples like all others.
CREATE VIEW `entry_texts` AS SELECT `id`,
	iif(`kind` = 'talk', `search_text` || char(10, 10), NULL) AS `talk`,
	iif(`kind` = 'talk', `public_text` || char(10, 10), NULL) AS `talk_shown`,
	iif(`kind` = 'nomination', `search_text` || char(10, 10), NULL) AS `nomination`,
	iif(`kind` = 'nomination', `public_text` || char(10, 10), NULL) AS `nomination_shown`,
	iif(`kind` = 'aigc', `search_text` || char(10, 10), NULL) AS `aigc`,
	iif(`kind` = 'aigc', `public_text` || char(10, 10), NULL) AS `aigc_shown`,
	iif(`kind` = 'forum', `search_text` || char(10, 10), NULL) AS `forum`,
	iif(`kind` = 'forum', `public_text` || char(10, 10), NULL) AS `forum_shown`
	FROM `entries`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `entry_search` USING fts5(
	`talk`, `talk_shown`, `nomination`, `nomination_shown`, `aigc`, `aigc_shown`, `forum`, `forum_shown`,
	content='entry_texts', content_rowid='id', tokenize='trigram'
);
--> statement-breakpoint
-- What is not in an entry any more is not in the index either, as the pragma of the same name has it for tables.
INSERT INTO `entry_search` (`entry_search`, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE VIRTUAL TABLE `entry_terms` USING fts5vocab('entry_search', 'row');
--> statement-breakpoint
INSERT INTO `entry_search` (`entry_search`) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER `entry_found` AFTER INSERT ON `entries` BEGIN
	INSERT INTO `entry_search` (rowid, `talk`, `talk_shown`, `nomination`, `nomination_shown`, `aigc`, `aigc_shown`, `forum`, `forum_shown`)
		SELECT * FROM `entry_texts` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `entry_not_found` BEFORE DELETE ON `entries` BEGIN
	INSERT INTO `entry_search` (`entry_search`, rowid, `talk`, `talk_shown`, `nomination`, `nomination_shown`, `aigc`, `aigc_shown`, `forum`, `forum_shown`)
		SELECT 'delete', * FROM `entry_texts` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `entry_found_no_more` BEFORE UPDATE OF `kind`, `public_text`, `search_text` ON `entries`
	WHEN old.`kind` <> new.`kind` OR old.`public_text` IS NOT new.`public_text` OR old.`search_text` <> new.`search_text` BEGIN
	INSERT INTO `entry_search` (`entry_search`, rowid, `talk`, `talk_shown`, `nomination`, `nomination_shown`, `aigc`, `aigc_shown`, `forum`, `forum_shown`)
		SELECT 'delete', * FROM `entry_texts` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `entry_found_anew` AFTER UPDATE OF `kind`, `public_text`, `search_text` ON `entries`
	WHEN old.`kind` <> new.`kind` OR old.`public_text` IS NOT new.`public_text` OR old.`search_text` <> new.`search_text` BEGIN
	INSERT INTO `entry_search` (rowid, `talk`, `talk_shown`, `nomination`, `nomination_shown`, `aigc`, `aigc_shown`, `forum`, `forum_shown`)
		SELECT * FROM `entry_texts` WHERE `id` = new.`id`;
END;
