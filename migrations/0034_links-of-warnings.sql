CREATE TABLE IF NOT EXISTS `backfills` (
	`name` text PRIMARY KEY NOT NULL,
	`cursor` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`finished_at` text
);
--> statement-breakpoint
-- Links in warnings that a draft ends lay among those of sign-ins, with the address for one, and opened nothing:
-- see `warning-links.ts`.
INSERT INTO backfills (name, created_at) VALUES ('warning-links', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
