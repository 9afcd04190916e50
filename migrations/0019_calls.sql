CREATE INDEX `entries_call` ON `entries` (`kind`,`category`);
