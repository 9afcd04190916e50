-- Whether the texts of an entry have words that tell whose it is is known until one of these texts changes.

CREATE TRIGGER `entry_words_changed` AFTER UPDATE OF `category`, `title`, `name`, `org`, `email`, `answers` ON `entries` BEGIN
	DELETE FROM `word_searches` WHERE `entry_id` = new.`id`;
END;

CREATE TRIGGER `redaction_added` AFTER INSERT ON `redactions` BEGIN
	DELETE FROM `word_searches` WHERE `entry_id` = new.`entry_id`;
END;

CREATE TRIGGER `redaction_changed` AFTER UPDATE ON `redactions` BEGIN
	DELETE FROM `word_searches` WHERE `entry_id` = new.`entry_id`;
END;

CREATE TRIGGER `redaction_removed` AFTER DELETE ON `redactions` BEGIN
	DELETE FROM `word_searches` WHERE `entry_id` = old.`entry_id`;
END;
