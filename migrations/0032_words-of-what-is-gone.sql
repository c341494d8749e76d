CREATE TABLE IF NOT EXISTS `backfills` (
	`name` text PRIMARY KEY NOT NULL,
	`cursor` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`finished_at` text
);
--> statement-breakpoint
-- Words in the trail about what was removed before it took them along go too: the sweep does it, see `trail-words.ts`.
INSERT INTO backfills (name, created_at) VALUES ('trail-words', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
