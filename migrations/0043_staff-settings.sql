CREATE TABLE `staff_settings` (
	`staff_id` text PRIMARY KEY NOT NULL,
	`skips_preview` integer DEFAULT true NOT NULL,
	`plays_next` integer DEFAULT false NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `undoable_decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`item_id` text NOT NULL,
	`staff_id` text NOT NULL,
	`revision` integer NOT NULL,
	`job_ids` text NOT NULL,
	`account_id` text,
	`had_no_owner` integer NOT NULL,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `undoable_decisions_by_item` ON `undoable_decisions` (`item_id`);--> statement-breakpoint
CREATE INDEX `undoable_decisions_by_staff` ON `undoable_decisions` (`staff_id`,`expires_at`);