CREATE TABLE `word_searches` (
	`entry_id` integer PRIMARY KEY NOT NULL,
	`basis` text NOT NULL,
	`is_found` integer NOT NULL,
	FOREIGN KEY (`entry_id`) REFERENCES `entries`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `word_searches_found` ON `word_searches` (`entry_id`) WHERE "word_searches"."is_found" = 1;--> statement-breakpoint
ALTER TABLE `outbox` ADD `asked_by` text;--> statement-breakpoint
CREATE INDEX `outbox_asked` ON `outbox` (`next_at`) WHERE "outbox"."asked_by" is not null;
--> statement-breakpoint
CREATE TRIGGER `entry_words_changed` AFTER UPDATE OF `category`, `title`, `name`, `org`, `email`, `answers` ON `entries` BEGIN
	DELETE FROM `word_searches` WHERE `entry_id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `redaction_added` AFTER INSERT ON `redactions` BEGIN
	DELETE FROM `word_searches` WHERE `entry_id` = new.`entry_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `redaction_changed` AFTER UPDATE ON `redactions` BEGIN
	DELETE FROM `word_searches` WHERE `entry_id` = new.`entry_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `redaction_removed` AFTER DELETE ON `redactions` BEGIN
	DELETE FROM `word_searches` WHERE `entry_id` = old.`entry_id`;
END;
