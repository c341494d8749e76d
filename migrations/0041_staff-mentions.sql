CREATE TABLE `staff_mentions` (
	`staff_id` text NOT NULL,
	`note_id` text NOT NULL,
	`item_id` text NOT NULL,
	`created_at` text NOT NULL,
	`seen_at` text,
	PRIMARY KEY(`staff_id`, `note_id`)
);
--> statement-breakpoint
CREATE INDEX `staff_mentions_by_note` ON `staff_mentions` (`note_id`);--> statement-breakpoint
CREATE INDEX `staff_mentions_unseen` ON `staff_mentions` (`staff_id`,`item_id`) WHERE "staff_mentions"."seen_at" IS NULL;--> statement-breakpoint
CREATE INDEX `audit_by_staff` ON `audit` (`staff_id`,`id`);--> statement-breakpoint
CREATE INDEX `review_items_waiting_by_assigned` ON `review_items` (`assigned_to`) WHERE "review_items"."assigned_to" IS NOT NULL AND "review_items"."status" IN ('pending', 'in progress') AND "review_items"."changes_asked_at" IS NULL;--> statement-breakpoint
CREATE INDEX `review_items_tagged` ON `review_items` (`number`) WHERE "review_items"."tags" <> '[]';--> statement-breakpoint
CREATE TRIGGER `staff_note_removed` AFTER DELETE ON `staff_notes` BEGIN DELETE FROM staff_mentions WHERE note_id = old.id; END;
