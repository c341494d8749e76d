ALTER TABLE `submissions` ADD `others_left` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `submissions_unseen` ON `submissions` (`id`) WHERE "submissions"."others_left" = 0;--> statement-breakpoint
CREATE INDEX `uploads_half_ended` ON `uploads` (`updated_at`) WHERE "uploads"."state" IN ('expired', 'rejected') AND "uploads"."multipart_id" <> '';