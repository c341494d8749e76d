DROP INDEX `data_requests_open`;--> statement-breakpoint
ALTER TABLE `data_requests` ADD `starts_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `data_requests` ADD `started_at` text;--> statement-breakpoint
ALTER TABLE `data_requests` ADD `email` text;--> statement-breakpoint
CREATE UNIQUE INDEX `data_requests_one_open` ON `data_requests` (`artist_id`,`kind`) WHERE "data_requests"."done_at" IS NULL AND "data_requests"."cancelled_at" IS NULL;--> statement-breakpoint
CREATE INDEX `data_requests_open` ON `data_requests` (`starts_at`) WHERE "data_requests"."done_at" IS NULL AND "data_requests"."cancelled_at" IS NULL;--> statement-breakpoint
CREATE INDEX `artist_links_by_end` ON `artist_links` (`expires_at`);--> statement-breakpoint
CREATE INDEX `artists_ended` ON `artists` (`updated_at`) WHERE "artists"."status" <> 'Active' OR "artists"."deleted_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `signature_requests_unsigned` ON `signature_requests` (`expires_at`) WHERE "signature_requests"."status" <> 'signed';--> statement-breakpoint
CREATE INDEX `invitations_by_email` ON `invitations` (lower("email"));--> statement-breakpoint
CREATE INDEX `invitations_by_end` ON `invitations` (`expires_at`);--> statement-breakpoint
CREATE INDEX `returning_links_by_end` ON `returning_links` (`expires_at`);--> statement-breakpoint
CREATE INDEX `mail_outbox_named` ON `mail_outbox` (`created_at`) WHERE "mail_outbox"."recipient" <> '';--> statement-breakpoint
CREATE INDEX `drafts_by_email` ON `drafts` (lower("answers" ->> '$.artist.email')) WHERE "drafts"."submitted_at" IS NULL AND "drafts"."expired_at" IS NULL;--> statement-breakpoint
CREATE INDEX `submissions_with_files` ON `submissions` (`id`) WHERE "submissions"."files" <> '[]';--> statement-breakpoint
CREATE INDEX `uploads_by_key` ON `uploads` (`key`);