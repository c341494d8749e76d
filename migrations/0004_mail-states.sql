ALTER TABLE `mail_outbox` ADD `submission_id` text;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `message_id` text;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `last_error` text;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `sending_since` text;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `sent_at` text;--> statement-breakpoint
CREATE INDEX `mail_outbox_by_submission` ON `mail_outbox` (`submission_id`);