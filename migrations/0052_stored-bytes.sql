CREATE TABLE `storage_totals` (
	`name` text PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL,
	`counted_at` text NOT NULL
);
