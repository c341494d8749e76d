CREATE TABLE IF NOT EXISTS `backfills` (
	`name` text PRIMARY KEY NOT NULL,
	`cursor` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`finished_at` text
);
--> statement-breakpoint
ALTER TABLE `review_items` ADD `entry` text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE `review_items` ADD `is_resent` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `review_items` ADD `release_type` text;--> statement-breakpoint
ALTER TABLE `review_items` ADD `genre` text;--> statement-breakpoint
ALTER TABLE `review_items` ADD `release_date` text;--> statement-breakpoint
ALTER TABLE `review_items` ADD `track_count` integer;--> statement-breakpoint
ALTER TABLE `review_items` ADD `has_findings` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `review_items` ADD `shortlisted_at` text;--> statement-breakpoint
ALTER TABLE `review_items` ADD `rating` integer;--> statement-breakpoint
ALTER TABLE `review_items` ADD `tags` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `review_items` ADD `changes_asked_at` text;--> statement-breakpoint
CREATE INDEX `review_items_waiting` ON `review_items` (`order_key`,`id`) WHERE "review_items"."kind" = 'submission' AND "review_items"."status" IN ('pending', 'in progress') AND "review_items"."changes_asked_at" IS NULL;--> statement-breakpoint
CREATE INDEX `review_items_changes_asked` ON `review_items` (`order_key`,`id`) WHERE "review_items"."changes_asked_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `review_items_shortlisted` ON `review_items` (`order_key`,`id`) WHERE "review_items"."shortlisted_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `review_items_by_received` ON `review_items` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `review_items_by_release_date` ON `review_items` (CASE WHEN "release_date" IS NULL THEN '9999-12-31' ELSE "release_date" END,`id`);--> statement-breakpoint
-- What a row of the queue says of a submission's release; the triggers and the back-fill read it.
CREATE VIEW `submission_releases` AS SELECT id, entry,
	EXISTS (SELECT 1 FROM drafts WHERE drafts.id = submission.draft_id AND drafts.resend_of IS NOT NULL) AS is_resent,
	iif(upload_type = 'transfer', upload_type, json_extract(form, '$.releaseType')) AS release_type,
	nullif(json_extract(form, '$.primaryGenre'), '') AS genre,
	nullif(json_extract(form, '$.releaseDate'), '') AS release_date,
	coalesce(json_array_length(form, '$.tracks'), 0) AS track_count,
	coalesce(nullif(release_title, ''), iif(upload_type = 'transfer', 'Catalogue transfer' || coalesce(': ' || nullif(json_extract(form, '$.catalogueItems[0].title'), ''), ''), 'Untitled Release')) AS title
	FROM (SELECT id, draft_id, entry, release_title, form, json_extract(form, '$.uploadType') AS upload_type
		FROM (SELECT id, draft_id, entry, release_title, iif(json_valid(form_data), form_data, '{}') AS form FROM submissions)) AS submission;--> statement-breakpoint
DROP TRIGGER `review_submission_added`;--> statement-breakpoint
CREATE TRIGGER `review_submission_added` AFTER INSERT ON `submissions` BEGIN INSERT INTO review_items (id, kind, reference, artist_name, title, email, status, revision, due_at, order_key, created_at, entry, is_resent, release_type, genre, release_date, track_count) SELECT id, 'submission', new.reference, new.artist_name, title, new.email, new.status, iif(json_valid(new.status_history), json_array_length(new.status_history), 0), new.reply_due_at, iif(new.status = 'pending', '0', '1') || new.reply_due_at, new.created_at, entry, is_resent, release_type, genre, release_date, track_count FROM submission_releases WHERE id = new.id; END;--> statement-breakpoint
CREATE TRIGGER `review_release_changed` AFTER UPDATE OF form_data ON `submissions` WHEN new.form_data <> old.form_data BEGIN UPDATE review_items SET (release_type, genre, release_date, track_count) = (SELECT release_type, genre, release_date, track_count FROM submission_releases WHERE submission_releases.id = new.id) WHERE id = new.id; END;--> statement-breakpoint
-- Tracks whose findings staff should look at: those that `audioAdvice` gives advice on, not only notes.
CREATE VIEW `tracks_with_problems` AS SELECT upload_id, submissions.id AS submission_id FROM track_findings
	JOIN uploads ON uploads.id = upload_id JOIN submissions ON submissions.draft_id = uploads.draft_id
	WHERE findings ->> '$.silence.head' >= findings ->> '$.seconds' OR findings ->> '$.unusable' > 0 OR findings ->> '$.over.samples' > 0 OR findings ->> '$.clipping.runs' > 0
	OR round(findings ->> '$.truePeak', 1) > 0 OR findings ->> '$.channels' > 2 OR (findings ->> '$.channels' = 2 AND (findings ->> '$.same' OR json_array_length(findings, '$.silentChannels') > 0))
	OR findings ->> '$.silence.head' > 2 OR findings ->> '$.silence.tail' > 5 OR findings ->> '$.sampleRate' < 44100 OR findings ->> '$.bits' < 16 OR findings ->> '$.format' IN ('alaw', 'mulaw');--> statement-breakpoint
CREATE TRIGGER `review_track_measured` AFTER INSERT ON `track_findings` BEGIN UPDATE review_items SET has_findings = 1 WHERE id = (SELECT submission_id FROM tracks_with_problems WHERE upload_id = new.upload_id); END;--> statement-breakpoint
-- The sweep fills the rows that are there: see `review-releases.ts`.
INSERT INTO backfills (name, created_at) VALUES ('review-releases', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
