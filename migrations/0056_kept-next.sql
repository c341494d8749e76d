ALTER TABLE `staff_presence` ADD `next_id` text;--> statement-breakpoint
CREATE INDEX `staff_presence_by_next` ON `staff_presence` (`next_id`);