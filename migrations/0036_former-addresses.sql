CREATE TABLE IF NOT EXISTS `backfills` (
	`name` text PRIMARY KEY NOT NULL,
	`cursor` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`finished_at` text
);
--> statement-breakpoint
CREATE TABLE `former_addresses` (
	`artist_id` text NOT NULL,
	`email` text NOT NULL,
	`until` text NOT NULL,
	PRIMARY KEY(`artist_id`, `email`, `until`)
);
--> statement-breakpoint
CREATE INDEX `former_addresses_by_email` ON `former_addresses` (`email`,`until`);--> statement-breakpoint
ALTER TABLE `artist_links` ADD `session_id` text;--> statement-breakpoint
ALTER TABLE `artist_sessions` ADD `confirmed_at` text;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `artist_id` text;--> statement-breakpoint
CREATE INDEX `mail_outbox_by_artist` ON `mail_outbox` (`artist_id`,`created_at`) WHERE "mail_outbox"."artist_id" IS NOT NULL;--> statement-breakpoint
-- The sweep adds what is known of the time before: see `former-addresses.ts`.
INSERT INTO backfills (name, created_at) VALUES ('former-addresses', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), ('mail-artists', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
