CREATE INDEX `entry_log_settled` ON `entry_log` (`entry_id`,`at`) WHERE "entry_log"."type" = 'Settled';--> statement-breakpoint
CREATE INDEX `messages_people` ON `messages` (`entry_id`,`id`,`from_team`,`at`) WHERE "messages"."thread" = 'people';
