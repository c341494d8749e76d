CREATE TABLE `mail_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`dedupe_key` text NOT NULL,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text_body` text NOT NULL,
	`html_body` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_outbox_one_per_occasion` ON `mail_outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `mail_outbox_by_state` ON `mail_outbox` (`state`,`created_at`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`submission_id` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`lease_until` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_one_per_type` ON `jobs` (`submission_id`,`type`);--> statement-breakpoint
CREATE INDEX `jobs_by_state` ON `jobs` (`state`,`updated_at`);--> statement-breakpoint
CREATE TABLE `drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`key_hash` text NOT NULL,
	`entry` text DEFAULT 'open' NOT NULL,
	`answers` text NOT NULL,
	`completed_steps` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`submitted_at` text,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `drafts_by_key` ON `drafts` (`key_hash`);--> statement-breakpoint
CREATE INDEX `drafts_by_expiry` ON `drafts` (`expires_at`);--> statement-breakpoint
CREATE TABLE `submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`draft_id` text NOT NULL,
	`reference` text NOT NULL,
	`monday_item_id` text,
	`artist_name` text NOT NULL,
	`email` text NOT NULL,
	`release_title` text NOT NULL,
	`form_data` text NOT NULL,
	`files` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`status_history` text NOT NULL,
	`reply_due_at` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `submissions_one_per_draft` ON `submissions` (`draft_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `submissions_by_reference` ON `submissions` (`reference`);--> statement-breakpoint
CREATE INDEX `submissions_by_monday_item` ON `submissions` (`monday_item_id`);--> statement-breakpoint
CREATE TABLE `upload_parts` (
	`upload_id` text NOT NULL,
	`number` integer NOT NULL,
	`etag` text NOT NULL,
	`size` integer NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`upload_id`, `number`)
);
--> statement-breakpoint
CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`draft_id` text NOT NULL,
	`kind` text NOT NULL,
	`slot` text NOT NULL,
	`file_name` text NOT NULL,
	`size` integer NOT NULL,
	`content_type` text NOT NULL,
	`key` text NOT NULL,
	`multipart_id` text NOT NULL,
	`part_size` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`probe` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `uploads_by_draft` ON `uploads` (`draft_id`,`slot`);