ALTER TABLE `drafts` ADD `form_started_at` text;--> statement-breakpoint
-- Every draft so far was opened with a session of its form. Only open ones are asked for it.
UPDATE `drafts` SET `form_started_at` = `created_at` WHERE `submitted_at` IS NULL AND `expires_at` > strftime('%Y-%m-%dT%H:%M:%fZ', 'now');
