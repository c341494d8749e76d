ALTER TABLE `artist_sessions` ADD `address` text;--> statement-breakpoint
ALTER TABLE `drafts` ADD `artist_id` text;