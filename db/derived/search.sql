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
