DROP INDEX `outbox_recipient`;--> statement-breakpoint
CREATE INDEX `outbox_recipient` ON `outbox` (lower("to_address"),`kind`,`next_at`);
