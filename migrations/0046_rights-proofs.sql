CREATE TABLE `rights_proofs` (
	`id` text NOT NULL,
	`submission_id` text NOT NULL,
	`track_id` text NOT NULL,
	`question` text NOT NULL,
	`file_name` text NOT NULL,
	`kind` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`key` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`submission_id`, `track_id`, `question`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rights_proofs_id_unique` ON `rights_proofs` (`id`);