CREATE TABLE `reason_uses` (
	`reason_id` text NOT NULL,
	`decision_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`reason_id`, `decision_id`)
);
--> statement-breakpoint
CREATE INDEX `reason_uses_by_decision` ON `reason_uses` (`decision_id`);--> statement-breakpoint
CREATE TABLE `staff_presence` (
	`staff_id` text PRIMARY KEY NOT NULL,
	`staff_name` text NOT NULL,
	`item_id` text,
	`seen_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `staff_presence_by_item` ON `staff_presence` (`item_id`);--> statement-breakpoint
CREATE TABLE `staff_views` (
	`id` text PRIMARY KEY NOT NULL,
	`staff_id` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_views_by_name` ON `staff_views` (`staff_id`,`name`);--> statement-breakpoint
DROP INDEX `saved_reasons_digit_unique`;--> statement-breakpoint
ALTER TABLE `saved_reasons` ADD `kind` text DEFAULT 'reject' NOT NULL;--> statement-breakpoint
ALTER TABLE `saved_reasons` ADD `finding` text;--> statement-breakpoint
CREATE UNIQUE INDEX `saved_reasons_by_digit` ON `saved_reasons` (`kind`,`digit`);--> statement-breakpoint
DROP INDEX `review_items_waiting`;--> statement-breakpoint
ALTER TABLE `review_items` ADD `snoozed_until` text;--> statement-breakpoint
CREATE INDEX `review_items_snoozed` ON `review_items` (`order_key`,`id`,`snoozed_until`) WHERE "review_items"."snoozed_until" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `review_items_waiting` ON `review_items` (`order_key`,`id`,`snoozed_until`) WHERE "review_items"."kind" = 'submission' AND "review_items"."status" IN ('pending', 'in progress') AND "review_items"."changes_asked_at" IS NULL;--> statement-breakpoint
-- A decision, or a new version, ends the snooze of an entry.
CREATE TRIGGER `review_submission_answered` AFTER UPDATE OF status, status_history ON `submissions` WHEN new.status <> old.status OR new.status_history <> old.status_history BEGIN UPDATE review_items SET snoozed_until = NULL WHERE id = new.id AND snoozed_until IS NOT NULL; END;--> statement-breakpoint
CREATE TRIGGER `review_waiting_answered` AFTER UPDATE OF status, status_history ON `waiting_list` WHEN new.status <> old.status OR new.status_history <> old.status_history BEGIN UPDATE review_items SET snoozed_until = NULL WHERE id = new.id AND snoozed_until IS NOT NULL; END;--> statement-breakpoint
CREATE TRIGGER `review_sent_again` AFTER INSERT ON `submissions` WHEN new.resend_of IS NOT NULL BEGIN UPDATE review_items SET snoozed_until = NULL WHERE id = new.resend_of AND snoozed_until IS NOT NULL; END;--> statement-breakpoint
-- Of the reasons to begin with, two answer what is found in a release.
UPDATE saved_reasons SET finding = iif(id = 'reason-file', 'clipping', 'rights-samples') WHERE id IN ('reason-file', 'reason-rights');--> statement-breakpoint
-- So far each reason was offered for changes, too. These copies can go their own way; two of those to begin with ask for nothing.
INSERT INTO saved_reasons (id, kind, title, text, digit, finding, updated_by, updated_at) SELECT id || '-changes', 'changes', title, text, digit, finding, updated_by, updated_at FROM saved_reasons WHERE id NOT IN ('reason-sound', 'reason-room') OR updated_by <> 'Artist portal';
