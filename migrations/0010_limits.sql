CREATE TABLE `rate_windows` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`ends_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_windows_by_end` ON `rate_windows` (`ends_at`);--> statement-breakpoint
ALTER TABLE `error_reports` ADD `visitor` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `error_reports_by_visitor` ON `error_reports` (`visitor`,`created_at`);--> statement-breakpoint
ALTER TABLE `drafts` ADD `visitor` text;--> statement-breakpoint
CREATE INDEX `drafts_by_visitor` ON `drafts` (`visitor`,`created_at`);--> statement-breakpoint
CREATE INDEX `drafts_open` ON `drafts` (`created_at`) WHERE "drafts"."submitted_at" IS NULL AND "drafts"."expired_at" IS NULL;