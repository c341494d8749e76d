CREATE TABLE `fix_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`kind` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	`draft_id` text,
	`ended_at` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `fix_links_by_submission` ON `fix_links` (`submission_id`);--> statement-breakpoint
CREATE INDEX `fix_links_by_expiry` ON `fix_links` (`expires_at`);--> statement-breakpoint
ALTER TABLE `submissions` ADD `changes_asked_at` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `resend_of` text;--> statement-breakpoint
CREATE INDEX `submissions_by_resend` ON `submissions` (`resend_of`) WHERE "submissions"."resend_of" IS NOT NULL;--> statement-breakpoint
-- What waits for its artist does not wait for us.
DROP TRIGGER `review_submission_changed`;--> statement-breakpoint
CREATE TRIGGER `review_submission_changed` AFTER UPDATE OF status, status_history, changes_asked_at, reply_due_at, artist_name, email, release_title, reference ON `submissions` BEGIN UPDATE review_items SET status = new.status, changes_asked_at = new.changes_asked_at, revision = iif(json_valid(new.status_history), json_array_length(new.status_history), 0), due_at = new.reply_due_at, order_key = iif(new.status = 'pending' AND new.changes_asked_at IS NULL, '0', '1') || new.reply_due_at WHERE id = new.id; UPDATE review_items SET artist_name = new.artist_name, title = iif(new.release_title <> '', new.release_title, title), email = new.email, reference = new.reference WHERE id = new.id AND (artist_name <> new.artist_name OR email <> new.email OR reference <> new.reference OR (new.release_title <> '' AND title <> new.release_title)); END;--> statement-breakpoint
CREATE TRIGGER `fix_links_ended` AFTER UPDATE OF status_history ON `submissions` WHEN new.status_history <> old.status_history BEGIN UPDATE fix_links SET ended_at = new.updated_at WHERE submission_id = new.id AND ended_at IS NULL; END;--> statement-breakpoint
CREATE TRIGGER `fix_links_removed` AFTER DELETE ON `submissions` BEGIN DELETE FROM fix_links WHERE submission_id = old.id; END;
