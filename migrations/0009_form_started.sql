ALTER TABLE `drafts` ADD `form_started_at` text;--> statement-breakpoint
-- Every draft so far was opened with a session of its form.
UPDATE `drafts` SET `form_started_at` = `created_at`;
