CREATE TABLE `restorations` (
	`id` integer PRIMARY KEY NOT NULL,
	`snapshot` text NOT NULL,
	`phase` text NOT NULL,
	`triggers` text NOT NULL,
	`lease_until` text NOT NULL,
	`started_at` text NOT NULL,
	`opened_at` text
);
