CREATE TABLE `stray_objects` (
	`key` text PRIMARY KEY NOT NULL,
	`carrier` text NOT NULL,
	`draft_id` text NOT NULL,
	`due_at` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stray_objects_by_due` ON `stray_objects` (`due_at`);--> statement-breakpoint
CREATE INDEX `stray_objects_by_draft` ON `stray_objects` (`draft_id`);