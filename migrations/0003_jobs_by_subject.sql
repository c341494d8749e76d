PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`submission_id` text,
	`subject` text DEFAULT '' NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`lease_until` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_jobs`("id", "type", "submission_id", "subject", "state", "attempts", "last_error", "lease_until", "created_at", "updated_at") SELECT "id", "type", "submission_id", '', "state", "attempts", "last_error", "lease_until", "created_at", "updated_at" FROM `jobs`;--> statement-breakpoint
DROP TABLE `jobs`;--> statement-breakpoint
ALTER TABLE `__new_jobs` RENAME TO `jobs`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_one_per_subject` ON `jobs` (`submission_id`,`type`,`subject`);--> statement-breakpoint
CREATE INDEX `jobs_by_state` ON `jobs` (`state`,`updated_at`);