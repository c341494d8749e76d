CREATE TABLE `mail_addresses` (
	`address` text PRIMARY KEY NOT NULL,
	`verified_at` text,
	`stopped_at` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `address` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `mailbox` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `mail_outbox_by_mailbox` ON `mail_outbox` (`mailbox`,`created_at`);--> statement-breakpoint
ALTER TABLE `draft_keys` ADD `mailed_to` text;