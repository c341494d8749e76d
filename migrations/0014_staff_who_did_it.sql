ALTER TABLE `job_events` ADD `staff_id` text;--> statement-breakpoint
ALTER TABLE `job_events` ADD `staff_name` text;--> statement-breakpoint
ALTER TABLE `link_endings` ADD `staff_id` text;--> statement-breakpoint
ALTER TABLE `link_endings` ADD `staff_name` text;