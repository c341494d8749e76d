ALTER TABLE `artists` ADD `typed` text;--> statement-breakpoint
ALTER TABLE `signature_requests` ADD `withdrawn_at` text;--> statement-breakpoint
CREATE INDEX `signature_requests_to_withdraw` ON `signature_requests` (`artist_id`) WHERE "signature_requests"."status" = 'expired' AND "signature_requests"."provider_request_id" IS NOT NULL AND "signature_requests"."withdrawn_at" IS NULL;--> statement-breakpoint
CREATE INDEX `drafts_by_artist` ON `drafts` (`artist_id`) WHERE "drafts"."artist_id" IS NOT NULL;