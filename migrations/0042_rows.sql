DROP INDEX `entries_call`;--> statement-breakpoint
CREATE INDEX `entries_call` ON `entries` (`event_id`,`kind`,`category`,`presence`,`id`,`track_id`);--> statement-breakpoint
DROP INDEX `reviews_reviewer`;--> statement-breakpoint
CREATE INDEX `reviews_reviewer` ON `reviews` (`reviewer_id`,`entry_id`,`state`,`at`,`rules_version`,`marks`);
