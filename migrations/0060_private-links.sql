CREATE TABLE `calendar_feeds` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`time_zone` text NOT NULL,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_by_owner` ON `calendar_feeds` (`owner_kind`,`owner_id`);--> statement-breakpoint
CREATE INDEX `calendar_feeds_by_end` ON `calendar_feeds` (`expires_at`);--> statement-breakpoint
CREATE TABLE `listening_links` (
	`id` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`recipient` text NOT NULL,
	`can_download` integer NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text,
	`staff_id` text NOT NULL,
	`staff_name` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `listening_links_by_submission` ON `listening_links` (`submission_id`);--> statement-breakpoint
CREATE INDEX `listening_links_by_end` ON `listening_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `listening_plays` (
	`link_id` text NOT NULL,
	`upload_id` text NOT NULL,
	`started_at` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`link_id`, `upload_id`, `started_at`)
);
