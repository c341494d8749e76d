CREATE TABLE `link_endings` (
	`scope` text PRIMARY KEY NOT NULL,
	`valid_from` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
