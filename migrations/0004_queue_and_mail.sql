CREATE TABLE `health_checks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`integration` text NOT NULL,
	`ok` integer NOT NULL,
	`ms` integer NOT NULL,
	`detail` text
);
--> statement-breakpoint
CREATE INDEX `health_checks_by_integration` ON `health_checks` (`integration`,`at`);--> statement-breakpoint
CREATE INDEX `health_checks_by_time` ON `health_checks` (`at`);--> statement-breakpoint
CREATE TABLE `dead_letters` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` text,
	`body` text NOT NULL,
	`reason` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dead_letters_by_time` ON `dead_letters` (`at`);--> statement-breakpoint
CREATE TABLE `job_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`outcome` text NOT NULL,
	`reason` text,
	`detail` text,
	`ms` integer,
	`queued_ms` integer,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `job_events_by_job` ON `job_events` (`job_id`);--> statement-breakpoint
CREATE TABLE `sweep_runs` (
	`part` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `submission_id` text;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `message_id` text;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `last_error` text;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `sending_since` text;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `sent_at` text;--> statement-breakpoint
CREATE INDEX `mail_outbox_by_submission` ON `mail_outbox` (`submission_id`);--> statement-breakpoint
ALTER TABLE `jobs` ADD `request_id` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `rounds` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `due_at` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `lease_token` text;--> statement-breakpoint
ALTER TABLE `drafts` ADD `warned_of` text;--> statement-breakpoint
ALTER TABLE `drafts` ADD `expired_at` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `overdue_told_at` text;