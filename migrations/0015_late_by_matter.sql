DROP INDEX `late_entries_sender`;--> statement-breakpoint
CREATE INDEX `late_entries_sender` ON `late_entries` (`subject`,`form`) WHERE "late_entries"."subject" is not null;
