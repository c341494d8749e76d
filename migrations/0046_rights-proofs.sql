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
CREATE UNIQUE INDEX `rights_proofs_id_unique` ON `rights_proofs` (`id`);--> statement-breakpoint
-- A release that is sent again takes its proofs along, by the titles of its tracks.
-- A track that is gone has no new id (NULL is refused), so that its proof stays where it is.
CREATE TRIGGER `rights_proofs_sent_again` AFTER INSERT ON `submissions` WHEN new.resend_of IS NOT NULL BEGIN UPDATE rights_proofs SET submission_id = new.id WHERE submission_id = new.resend_of AND track_id = ''; UPDATE OR IGNORE rights_proofs SET submission_id = new.id, track_id = (SELECT 'track-' || (track.key + 1) FROM submissions AS replaced, json_each(replaced.form_data, '$.tracks') AS before, json_each(new.form_data, '$.tracks') AS track WHERE replaced.id = new.resend_of AND rights_proofs.track_id = 'track-' || (before.key + 1) AND json_extract(track.value, '$.title') = json_extract(before.value, '$.title') ORDER BY track.key <> before.key LIMIT 1) WHERE submission_id = new.resend_of; END;
