DROP INDEX `drafts_by_expiry`;--> statement-breakpoint
CREATE INDEX `drafts_ending` ON `drafts` (`expires_at`) WHERE "drafts"."submitted_at" IS NULL AND "drafts"."expired_at" IS NULL;--> statement-breakpoint
CREATE INDEX `drafts_ended` ON `drafts` (`expired_at`) WHERE "drafts"."expired_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `mail_addresses_by_age` ON `mail_addresses` (coalesce("verified_at", "created_at"));--> statement-breakpoint
CREATE INDEX `mail_outbox_with_text` ON `mail_outbox` (`kind`,`created_at`) WHERE "mail_outbox"."text_body" <> '';--> statement-breakpoint
CREATE INDEX `mail_outbox_without_submission` ON `mail_outbox` (`created_at`) WHERE "mail_outbox"."submission_id" IS NULL;--> statement-breakpoint
CREATE INDEX `draft_keys_by_time` ON `draft_keys` (`created_at`);--> statement-breakpoint
CREATE INDEX `uploads_without_choice` ON `uploads` (`updated_at`) WHERE "uploads"."choice" IS NULL;--> statement-breakpoint
CREATE INDEX `jobs_without_submission` ON `jobs` (`updated_at`) WHERE "jobs"."submission_id" IS NULL;