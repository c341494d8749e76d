CREATE TABLE `board_parts` (
	`submission_id` text NOT NULL,
	`part` text NOT NULL,
	`remote_id` text,
	`hash` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`submission_id`, `part`)
);
