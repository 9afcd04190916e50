CREATE TABLE `draft_links` (
	`secret_hash` blob PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`form` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`subject`,`form`) REFERENCES `drafts`(`subject`,`form`) ON UPDATE cascade ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `draft_links_draft` ON `draft_links` (`subject`,`form`);--> statement-breakpoint
CREATE INDEX `draft_links_expiry` ON `draft_links` (`expires_at`);
