ALTER TABLE `drafts` ADD `link_id` text;--> statement-breakpoint
ALTER TABLE `drafts` ADD `prefill` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `entry` text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `link_id` text;--> statement-breakpoint
CREATE INDEX `submissions_by_link` ON `submissions` (`link_id`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_by_email` ON `submissions` (lower("email"),`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_by_monday_item` ON `invitations` (`monday_item_id`) WHERE "invitations"."deactivated_at" IS NULL;