ALTER TABLE `drafts` ADD `resend_of` text;--> statement-breakpoint
CREATE UNIQUE INDEX `drafts_one_resend` ON `drafts` (`resend_of`) WHERE "drafts"."resend_of" IS NOT NULL AND "drafts"."expired_at" IS NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `opened_at` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `artist_note` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `artist_note_at` text;--> statement-breakpoint
CREATE INDEX `submissions_published` ON `submissions` (`published_at`) WHERE "submissions"."published_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `uploads` ADD `origin` text;--> statement-breakpoint
CREATE INDEX `uploads_by_origin` ON `uploads` (`origin`) WHERE "uploads"."origin" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `artists_published` ON `artists` (`published_at`) WHERE "artists"."published_at" IS NOT NULL;