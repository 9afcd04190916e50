CREATE TABLE `installation` (
	`id` text PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `released_photos` (
	`name` text PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TRIGGER `photo_released` AFTER DELETE ON `photos` BEGIN
	INSERT OR IGNORE INTO `released_photos` (`name`) VALUES (old.`name`);
END;
