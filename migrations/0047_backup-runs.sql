CREATE TABLE `backup_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`progress` text NOT NULL,
	`lease_until` text NOT NULL,
	`finished_at` text,
	`created_at` text NOT NULL
);
