DROP INDEX `entries_status`;--> statement-breakpoint
CREATE INDEX `entries_status` ON `entries` (`category`,`status`,`withdrawn_at`);--> statement-breakpoint
CREATE INDEX `entry_log_actor` ON `entry_log` (`actor_id`,`id`) WHERE "entry_log"."batch" is not null;