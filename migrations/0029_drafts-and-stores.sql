ALTER TABLE `draft_keys` ADD `session_id` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `store_links` text DEFAULT '[]' NOT NULL;