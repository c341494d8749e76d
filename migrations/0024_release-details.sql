DROP INDEX `split_confirmations_token_hash_unique`;--> statement-breakpoint
ALTER TABLE `split_confirmations` ADD `split` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `split_confirmations` ADD `letter_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `split_confirmations_by_token` ON `split_confirmations` (`token_hash`);--> statement-breakpoint
ALTER TABLE `release_details` ADD `sent` text;