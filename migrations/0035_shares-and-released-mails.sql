ALTER TABLE `mail_outbox` ADD `released_at` text;--> statement-breakpoint
ALTER TABLE `error_reports` ADD `network` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `error_reports_by_network` ON `error_reports` (`network`,`created_at`,`source`,`group_id`);--> statement-breakpoint
ALTER TABLE `staff_sessions` ADD `address` text;--> statement-breakpoint
CREATE INDEX `staff_sessions_by_address` ON `staff_sessions` (`address`);