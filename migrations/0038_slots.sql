CREATE TABLE `slots` (
	`draft_id` text NOT NULL,
	`slot` text NOT NULL,
	`version` integer NOT NULL,
	`choice` text,
	`upload_id` text,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`draft_id`, `slot`)
);
--> statement-breakpoint
ALTER TABLE `uploads` ADD `choice` text;--> statement-breakpoint
CREATE INDEX `uploads_by_choice` ON `uploads` (`choice`) WHERE "uploads"."choice" IS NOT NULL;--> statement-breakpoint
-- Open drafts go on: each file becomes a choice of its own, and the newest file of a slot its choice.
-- No file of another draft is read: a plus keeps SQLite from an index of nearly all files.
UPDATE uploads SET choice = id WHERE +state IN ('open', 'complete')
	AND draft_id IN (SELECT id FROM drafts WHERE submitted_at IS NULL AND expired_at IS NULL);--> statement-breakpoint
INSERT INTO slots (draft_id, slot, version, choice, upload_id, updated_at)
	SELECT held.draft_id, held.slot, 1,
		coalesce((SELECT max(coming.id) FROM uploads AS coming WHERE coming.draft_id = held.draft_id AND coming.slot = held.slot
			AND +coming.state = 'open' AND coming.id > coalesce(held.stored, '')
			AND (coming.sha256 IS NULL OR coming.sha256 IS NOT (SELECT sha256 FROM uploads WHERE id = held.stored))), held.stored),
		held.stored, held.updated_at
	FROM (SELECT draft_id, slot, max(CASE WHEN state = 'complete' THEN id END) AS stored, max(updated_at) AS updated_at
		FROM uploads INDEXED BY uploads_by_choice WHERE choice IS NOT NULL GROUP BY draft_id, slot) AS held;
