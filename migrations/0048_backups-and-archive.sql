CREATE TABLE `backup_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`progress` text NOT NULL,
	`lease_until` text NOT NULL,
	`finished_at` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `submissions` ADD `archived_at` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `restored_at` text;--> statement-breakpoint
CREATE INDEX `submissions_to_archive` ON `submissions` (coalesce(`restored_at`, `updated_at`)) WHERE "submissions"."status" = 'rejected' AND "submissions"."archived_at" IS NULL;