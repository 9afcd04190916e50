ALTER TABLE `events` ADD `template` text DEFAULT 'hangzhou' NOT NULL;
