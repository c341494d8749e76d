CREATE TABLE `drive_files` (
	`source_id` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`md5` text,
	`session_uri` text,
	`offset` integer DEFAULT 0 NOT NULL,
	`drive_id` text,
	`holder` text,
	`lease_until` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `drive_files_by_submission` ON `drive_files` (`submission_id`);--> statement-breakpoint
CREATE TABLE `drive_folders` (
	`submission_id` text NOT NULL,
	`folder` text NOT NULL,
	`drive_id` text,
	`lease_until` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`submission_id`, `folder`)
);
--> statement-breakpoint
CREATE TABLE `social_clips` (
	`submission_id` text NOT NULL,
	`upload_id` text NOT NULL,
	`clip_id` text NOT NULL,
	`track` text NOT NULL,
	`track_number` integer NOT NULL,
	`number` integer NOT NULL,
	`file_name` text NOT NULL,
	`release_date` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`key` text,
	`sha256` text,
	`bytes` integer,
	`frames` integer,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`submission_id`, `upload_id`, `clip_id`)
);
