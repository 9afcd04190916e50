DROP VIEW IF EXISTS `entry_facets`;
DROP TRIGGER IF EXISTS `entry_counted`;
DROP TRIGGER IF EXISTS `entry_uncounted`;
DROP TRIGGER IF EXISTS `entry_leaves_count`;
DROP TRIGGER IF EXISTS `entry_joins_count`;
DROP VIEW IF EXISTS `entry_texts`;
DROP TRIGGER IF EXISTS `entry_found`;
DROP TRIGGER IF EXISTS `entry_not_found`;
DROP TRIGGER IF EXISTS `entry_found_no_more`;
DROP TRIGGER IF EXISTS `entry_found_anew`;
DROP TRIGGER IF EXISTS `photo_released`;
--> statement-breakpoint
CREATE TABLE `presences` (
	`name` text PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `statuses` (
	`name` text PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`category` text NOT NULL,
	`kind` text DEFAULT 'talk' NOT NULL,
	`user_id` integer,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_folded` text NOT NULL,
	`org` text NOT NULL,
	`title` text NOT NULL,
	`track_id` text,
	`photo` text,
	`consent` integer,
	`status` text DEFAULT 'New' NOT NULL,
	`presence` text DEFAULT 'active' NOT NULL,
	`answers` text NOT NULL,
	`incomplete` text NOT NULL,
	`public_text` text,
	`search_text` text NOT NULL,
	`locale` text NOT NULL,
	`link_version` integer DEFAULT 1 NOT NULL,
	`submission_key` text,
	`panelists` text DEFAULT '[]' NOT NULL,
	`keywords` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`photo`) REFERENCES `photos`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`status`) REFERENCES `statuses`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`presence`) REFERENCES `presences`(`name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "entries_answers_json" CHECK(json_valid("__new_entries"."answers") and json_valid("__new_entries"."incomplete")),
	CONSTRAINT "entries_lengths" CHECK(length("__new_entries"."name") <= 200 and length("__new_entries"."email") <= 254 and length("__new_entries"."title") <= 300)
) STRICT;
--> statement-breakpoint
INSERT INTO `presences` (`name`) VALUES ('active'), ('withdrawn'), ('erased');--> statement-breakpoint
INSERT INTO `statuses` (`name`) VALUES ('New'), ('Hold'), ('Accept'), ('Reject');--> statement-breakpoint
INSERT INTO `__new_entries`("id", "category", "kind", "user_id", "name", "email", "email_folded", "org", "title", "track_id", "photo", "consent", "status", "presence", "answers", "incomplete", "public_text", "search_text", "locale", "link_version", "submission_key", "panelists", "keywords", "created_at", "updated_at") SELECT "id", "category", "kind", "user_id", "name", "email", "email_folded", "org", "title", "track_id", "photo", "consent", "status", 
	CASE WHEN "submission_key" LIKE 'erased:%' THEN 'erased' WHEN "withdrawn_at" IS NOT NULL THEN 'withdrawn' ELSE 'active' END, "answers", "incomplete", "public_text", "search_text", "locale", "link_version",
	CASE WHEN "submission_key" LIKE 'erased:%' OR "submission_key" LIKE 'withdrawn:%' OR "submission_key" LIKE 'changed:%' OR "submission_key" LIKE 'import:%' THEN NULL ELSE "submission_key" END,
	"panelists", "keywords", "created_at", "updated_at" FROM `entries`;
--> statement-breakpoint
DELETE FROM sqlite_sequence WHERE name = '__new_entries';
INSERT INTO sqlite_sequence (name, seq) SELECT '__new_entries', seq FROM sqlite_sequence WHERE name = 'entries';--> statement-breakpoint
DROP TABLE `entries`;--> statement-breakpoint
ALTER TABLE `__new_entries` RENAME TO `entries`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `entries_submission_key_unique` ON `entries` (`submission_key`);--> statement-breakpoint
CREATE INDEX `entries_user` ON `entries` (`user_id`);--> statement-breakpoint
CREATE INDEX `entries_email` ON `entries` (`email_folded`);--> statement-breakpoint
CREATE INDEX `entries_photo` ON `entries` (`photo`) WHERE "entries"."photo" is not null;--> statement-breakpoint
CREATE INDEX `entries_kind` ON `entries` (`kind`,`id`);--> statement-breakpoint
CREATE INDEX `entries_status` ON `entries` (`kind`,`status`,"id" desc);--> statement-breakpoint
CREATE INDEX `entries_track` ON `entries` (`kind`,`track_id`,"id" desc);--> statement-breakpoint
CREATE INDEX `entries_updated` ON `entries` (`kind`,`updated_at`,"id" desc);--> statement-breakpoint
CREATE INDEX `entries_title` ON `entries` (`kind`,lower("title"),"id" desc);--> statement-breakpoint
CREATE INDEX `entries_name` ON `entries` (`kind`,lower("name"),"id" desc);--> statement-breakpoint
CREATE INDEX `entries_org` ON `entries` (`kind`,lower("org"),"id" desc);--> statement-breakpoint
CREATE INDEX `entries_incomplete` ON `entries` (`kind`,`id`) WHERE "entries"."incomplete" <> '[]';--> statement-breakpoint
CREATE INDEX `entries_withdrawn` ON `entries` (`kind`,`id`) WHERE "entries"."presence" <> 'active';--> statement-breakpoint
CREATE INDEX `entries_created` ON `entries` (`created_at`);--> statement-breakpoint
CREATE INDEX `entries_apart` ON `entries` (`id`) WHERE "entries"."public_text" is null;--> statement-breakpoint
CREATE INDEX `entries_owner` ON `entries` (lower("answers" ->> '$.ownername'),"id" desc) WHERE "entries"."kind" = 'nomination';--> statement-breakpoint
CREATE INDEX `entries_country` ON `entries` (lower("answers" ->> '$.country'),"id" desc) WHERE "entries"."kind" = 'aigc';--> statement-breakpoint
CREATE INDEX `entries_region` ON `entries` (lower("answers" ->> '$.countryRegion'),"id" desc) WHERE "entries"."kind" = 'forum';--> statement-breakpoint
ALTER TABLE `outbox` ADD `version` integer REFERENCES releases(version);--> statement-breakpoint
-- Until now the keys of mails told their entry and their version: `received:<entry>:<n>`, `slot:<entry>:<version>`.
UPDATE `outbox` SET `entry_id` = (SELECT `id` FROM `entries` WHERE `id` = cast(substr(`dedupe_key`, 10) AS integer)) WHERE `kind` = 'receipt';--> statement-breakpoint
UPDATE `outbox` SET `version` = (SELECT `version` FROM `releases` WHERE `version` =
	cast(substr(`dedupe_key`, length(`kind`) + 2 + instr(substr(`dedupe_key`, length(`kind`) + 2), ':')) AS integer)) WHERE `kind` IN ('slot', 'removal');
--> statement-breakpoint
-- Numbers of entries for each combination of what lists are narrowed by, kept by triggers (ARCHITECTURE.md, "A list takes
-- as long with 100,000 entries as with 1,000"). Read by `npm run migration`, which makes all of this anew where needed.

CREATE VIEW `entry_facets` AS SELECT `id`, `kind`, coalesce(`track_id`, '') AS `track_id`, `status`,
	`presence` <> 'active' AS `is_withdrawn`, `incomplete` <> '[]' AS `is_incomplete`, coalesce(`consent`, -1) AS `consent`
	FROM `entries`;

DELETE FROM `entry_counts`;

INSERT INTO `entry_counts` SELECT `kind`, `track_id`, `status`, `is_withdrawn`, `is_incomplete`, `consent`, count(*)
	FROM `entry_facets` GROUP BY 1, 2, 3, 4, 5, 6;

CREATE TRIGGER `entry_counted` AFTER INSERT ON `entries` BEGIN
	INSERT INTO `entry_counts` SELECT `kind`, `track_id`, `status`, `is_withdrawn`, `is_incomplete`, `consent`, 1
		FROM `entry_facets` WHERE `id` = new.`id` ON CONFLICT DO UPDATE SET `n` = `n` + 1;
END;

CREATE TRIGGER `entry_uncounted` BEFORE DELETE ON `entries` BEGIN
	UPDATE `entry_counts` SET `n` = `n` - 1
		WHERE (`kind`, `track_id`, `status`, `is_withdrawn`, `is_incomplete`, `consent`) =
			(SELECT `kind`, `track_id`, `status`, `is_withdrawn`, `is_incomplete`, `consent` FROM `entry_facets` WHERE `id` = old.`id`);
END;

CREATE TRIGGER `entry_leaves_count` BEFORE UPDATE OF `kind`, `track_id`, `status`, `presence`, `incomplete`, `consent` ON `entries` BEGIN
	UPDATE `entry_counts` SET `n` = `n` - 1
		WHERE (`kind`, `track_id`, `status`, `is_withdrawn`, `is_incomplete`, `consent`) =
			(SELECT `kind`, `track_id`, `status`, `is_withdrawn`, `is_incomplete`, `consent` FROM `entry_facets` WHERE `id` = old.`id`);
END;

CREATE TRIGGER `entry_joins_count` AFTER UPDATE OF `kind`, `track_id`, `status`, `presence`, `incomplete`, `consent` ON `entries` BEGIN
	INSERT INTO `entry_counts` SELECT `kind`, `track_id`, `status`, `is_withdrawn`, `is_incomplete`, `consent`, 1
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
