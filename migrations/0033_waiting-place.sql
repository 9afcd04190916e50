ALTER TABLE `entries` ADD `waiting_place` integer;
