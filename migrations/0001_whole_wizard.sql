CREATE TABLE `form_sessions` (
	`draft_id` text PRIMARY KEY NOT NULL,
	`started_at` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `form_sessions_by_start` ON `form_sessions` (`started_at`);--> statement-breakpoint
CREATE TABLE `error_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`submission_id` text,
	`message` text NOT NULL,
	`stack` text,
	`stage` text NOT NULL,
	`severity` text NOT NULL,
	`category` text NOT NULL,
	`occurred_at` text NOT NULL,
	`url` text,
	`user_agent` text,
	`metadata` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `error_reports_once` ON `error_reports` (`fingerprint`);--> statement-breakpoint
CREATE INDEX `error_reports_by_time` ON `error_reports` (`created_at`);--> statement-breakpoint
CREATE TABLE `draft_keys` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`draft_id` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `draft_keys_by_draft` ON `draft_keys` (`draft_id`);--> statement-breakpoint
-- Slots are named by the track's own id from here on; a single's only track is track-1.
UPDATE uploads SET slot = 'audio:track-1' WHERE slot = 'tracks[0].file';
