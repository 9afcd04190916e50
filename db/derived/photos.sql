-- Derived from photos: the names of files that nobody needs any more. Whoever removes a file takes its name away.
CREATE TRIGGER `photo_released` AFTER DELETE ON `photos` BEGIN
	INSERT OR IGNORE INTO `released_photos` (`name`) VALUES (old.`name`);
END;
