ALTER TABLE `mail_addresses` ADD `stop_scope` text;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `requester` text DEFAULT 'anybody' NOT NULL;