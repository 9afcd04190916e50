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
CREATE INDEX `entries_created` ON `entries` (`event_id`,`created_at`,`category`);
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
