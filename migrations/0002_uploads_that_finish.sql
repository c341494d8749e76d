CREATE TABLE `upload_pieces` (
	`upload_id` text NOT NULL,
	`part` integer NOT NULL,
	`offset` integer NOT NULL,
	`size` integer NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`upload_id`, `part`, `offset`)
);
--> statement-breakpoint
ALTER TABLE `uploads` ADD `fingerprint` text;--> statement-breakpoint
ALTER TABLE `uploads` ADD `sha256` text;--> statement-breakpoint
ALTER TABLE `uploads` ADD `carrier` text DEFAULT 'own' NOT NULL;--> statement-breakpoint
ALTER TABLE `uploads` ADD `method` text DEFAULT 'direct' NOT NULL;--> statement-breakpoint
CREATE INDEX `uploads_by_state` ON `uploads` (`state`,`updated_at`);