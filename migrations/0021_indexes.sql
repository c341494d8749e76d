CREATE TABLE `link_mailings` (
	`id` text PRIMARY KEY NOT NULL,
	`tokens` text NOT NULL,
	`total` integer NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`written` integer DEFAULT 0 NOT NULL,
	`claim` text,
	`job_id` text NOT NULL,
	`staff_id` text NOT NULL,
	`staff_name` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `link_mailings_by_time` ON `link_mailings` (`created_at`);--> statement-breakpoint
CREATE INDEX `waiting_list_by_due` ON `waiting_list` (`status`,`reply_due_at`);--> statement-breakpoint
CREATE INDEX `waiting_list_by_change` ON `waiting_list` (`updated_at`);--> statement-breakpoint
CREATE INDEX `audit_by_action` ON `audit` (`action`,`id`);--> statement-breakpoint
CREATE INDEX `audit_by_person` ON `audit` (`staff_name`,`id`);--> statement-breakpoint
CREATE INDEX `audit_by_person_action` ON `audit` (`staff_name`,`action`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_by_due` ON `submissions` (`status`,`reply_due_at`);