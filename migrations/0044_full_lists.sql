DROP INDEX `entries_call`;--> statement-breakpoint
CREATE INDEX `entries_call` ON `entries` (`event_id`,`kind`,`category`,`presence`,`id`,`track_id`);--> statement-breakpoint
DROP INDEX `reviews_reviewer`;--> statement-breakpoint
CREATE INDEX `reviews_reviewer` ON `reviews` (`reviewer_id`,`entry_id`,`state`,`at`,`rules_version`,`marks`);--> statement-breakpoint
CREATE INDEX `entry_log_settled` ON `entry_log` (`entry_id`,`at`) WHERE "entry_log"."type" = 'Settled';--> statement-breakpoint
CREATE INDEX `messages_people` ON `messages` (`entry_id`,`id`,`from_team`,`at`) WHERE "messages"."thread" = 'people';
