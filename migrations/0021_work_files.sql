ALTER TABLE `photos` ADD `format` text DEFAULT 'photo' NOT NULL;
