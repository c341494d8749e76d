CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`artist_name` text NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`prefill` text NOT NULL,
	`monday_item_id` text,
	`waiting_list_id` text,
	`expires_at` text NOT NULL,
	`opened_at` text,
	`deactivated_at` text,
	`redeemed_by` text,
	`redeemed_at` text,
	`staff_id` text,
	`staff_name` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_by_token` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_by_waiting_list` ON `invitations` (`waiting_list_id`) WHERE "invitations"."deactivated_at" IS NULL;--> statement-breakpoint
CREATE INDEX `invitations_by_redeemer` ON `invitations` (`redeemed_by`);--> statement-breakpoint
CREATE TABLE `returning_links` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`artist_name` text NOT NULL,
	`email` text NOT NULL,
	`expires_at` text NOT NULL,
	`deactivated_at` text,
	`last_used_at` text,
	`use_count` integer DEFAULT 0 NOT NULL,
	`staff_id` text,
	`staff_name` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `returning_links_by_token` ON `returning_links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `returning_links_by_email` ON `returning_links` (`email`);--> statement-breakpoint
CREATE TABLE `waiting_list` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`artist_name` text NOT NULL,
	`email` text NOT NULL,
	`listen_link` text NOT NULL,
	`artist_data` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`status_history` text NOT NULL,
	`monday_item_id` text,
	`reply_due_at` text NOT NULL,
	`overdue_told_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waiting_list_by_reference` ON `waiting_list` (`reference`);--> statement-breakpoint
CREATE INDEX `waiting_list_by_email` ON `waiting_list` (`email`,`listen_link`,`created_at`);