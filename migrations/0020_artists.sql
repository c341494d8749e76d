CREATE TABLE `artist_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`artist_id` text NOT NULL,
	`kind` text NOT NULL,
	`email` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text
);
--> statement-breakpoint
CREATE INDEX `artist_links_by_artist` ON `artist_links` (`artist_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `artist_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`artist_id` text NOT NULL,
	`kind` text NOT NULL,
	`token_hash` text NOT NULL,
	`code_mark` text NOT NULL,
	`device` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`ended_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `artist_sessions_token_hash_unique` ON `artist_sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `artist_sessions_by_artist` ON `artist_sessions` (`artist_id`,`id`);--> statement-breakpoint
CREATE INDEX `artist_sessions_by_end` ON `artist_sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `artists` (
	`id` text PRIMARY KEY NOT NULL,
	`artist_id` text NOT NULL,
	`code_mark` text NOT NULL,
	`email` text NOT NULL,
	`profile` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`picture` text,
	`status` text DEFAULT 'Active' NOT NULL,
	`mail_choices` text DEFAULT '{}' NOT NULL,
	`contract_signature_id` text,
	`published_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `artists_artist_id_unique` ON `artists` (`artist_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `artists_by_email` ON `artists` (`email`) WHERE "artists"."deleted_at" IS NULL;--> statement-breakpoint
CREATE TABLE `data_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`artist_id` text NOT NULL,
	`kind` text NOT NULL,
	`due_at` text NOT NULL,
	`cancelled_at` text,
	`done_at` text,
	`report` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `data_requests_by_artist` ON `data_requests` (`artist_id`,`id`);--> statement-breakpoint
CREATE INDEX `data_requests_open` ON `data_requests` (`due_at`) WHERE "data_requests"."done_at" IS NULL AND "data_requests"."cancelled_at" IS NULL;--> statement-breakpoint
CREATE TABLE `release_details` (
	`submission_id` text PRIMARY KEY NOT NULL,
	`answers` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`sent_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `signature_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`artist_id` text NOT NULL,
	`provider` text NOT NULL,
	`provider_request_id` text,
	`provider_signature_id` text,
	`status` text DEFAULT 'awaiting_signature' NOT NULL,
	`template_version` text NOT NULL,
	`text_hash` text NOT NULL,
	`text` text NOT NULL,
	`typed_name` text,
	`signed_at` text,
	`document_key` text,
	`document_hash` text,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `signature_requests_by_artist` ON `signature_requests` (`artist_id`,`id`);--> statement-breakpoint
CREATE INDEX `signature_requests_by_provider` ON `signature_requests` (`provider_request_id`);--> statement-breakpoint
CREATE TABLE `split_confirmations` (
	`id` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`track_id` text NOT NULL,
	`songwriter_id` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`share` real NOT NULL,
	`split_hash` text NOT NULL,
	`token_hash` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`note` text,
	`reminded_at` text,
	`answered_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `split_confirmations_token_hash_unique` ON `split_confirmations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `split_confirmations_by_submission` ON `split_confirmations` (`submission_id`,`track_id`);--> statement-breakpoint
CREATE INDEX `split_confirmations_waiting` ON `split_confirmations` (`created_at`) WHERE "split_confirmations"."state" = 'waiting' AND "split_confirmations"."reminded_at" IS NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `artist_id` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `published_at` text;--> statement-breakpoint
CREATE INDEX `submissions_by_artist` ON `submissions` (`artist_id`,`id`);