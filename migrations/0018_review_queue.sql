CREATE TABLE IF NOT EXISTS `backfills` (
	`name` text PRIMARY KEY NOT NULL,
	`cursor` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`finished_at` text
);
--> statement-breakpoint
CREATE TABLE `review_items` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`reference` text NOT NULL,
	`artist_name` text NOT NULL,
	`title` text NOT NULL,
	`email` text NOT NULL,
	`status` text NOT NULL,
	`revision` integer NOT NULL,
	`due_at` text NOT NULL,
	`order_key` text NOT NULL,
	`assigned_to` text,
	`assigned_name` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_items_id_unique` ON `review_items` (`id`);--> statement-breakpoint
CREATE INDEX `review_items_in_order` ON `review_items` (`order_key`,`id`);--> statement-breakpoint
CREATE INDEX `review_items_by_status` ON `review_items` (`status`,`order_key`,`id`);--> statement-breakpoint
CREATE INDEX `review_items_by_kind` ON `review_items` (`kind`,`order_key`,`id`);--> statement-breakpoint
CREATE INDEX `review_items_by_kind_status` ON `review_items` (`kind`,`status`,`order_key`,`id`);--> statement-breakpoint
CREATE INDEX `review_items_by_assigned` ON `review_items` (`assigned_to`,`order_key`,`id`) WHERE "review_items"."assigned_to" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `staff_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`item_id` text NOT NULL,
	`staff_id` text NOT NULL,
	`staff_name` text NOT NULL,
	`text` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `staff_notes_by_item` ON `staff_notes` (`item_id`,`id`);--> statement-breakpoint
CREATE TABLE `track_findings` (
	`upload_id` text PRIMARY KEY NOT NULL,
	`findings` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `submissions` ADD `board_status` text DEFAULT 'pending' NOT NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `board_status_at` text;--> statement-breakpoint
-- Three letters anywhere in a name, and words of one or two letters by their beginning.
CREATE VIRTUAL TABLE `review_search` USING fts5(artist_name, title, email, reference, content = 'review_items', content_rowid = 'number', tokenize = 'trigram remove_diacritics 1');--> statement-breakpoint
CREATE VIRTUAL TABLE `review_words` USING fts5(artist_name, title, content = 'review_items', content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2');--> statement-breakpoint
CREATE TRIGGER `review_items_added` AFTER INSERT ON `review_items` BEGIN INSERT INTO review_search (rowid, artist_name, title, email, reference) VALUES (new.number, new.artist_name, new.title, new.email, new.reference); INSERT INTO review_words (rowid, artist_name, title) VALUES (new.number, new.artist_name, new.title); END;--> statement-breakpoint
CREATE TRIGGER `review_items_removed` AFTER DELETE ON `review_items` BEGIN INSERT INTO review_search (review_search, rowid, artist_name, title, email, reference) VALUES ('delete', old.number, old.artist_name, old.title, old.email, old.reference); INSERT INTO review_words (review_words, rowid, artist_name, title) VALUES ('delete', old.number, old.artist_name, old.title); DELETE FROM staff_notes WHERE item_id = old.id; END;--> statement-breakpoint
CREATE TRIGGER `review_items_renamed` AFTER UPDATE OF artist_name, title, email, reference ON `review_items` BEGIN INSERT INTO review_search (review_search, rowid, artist_name, title, email, reference) VALUES ('delete', old.number, old.artist_name, old.title, old.email, old.reference); INSERT INTO review_words (review_words, rowid, artist_name, title) VALUES ('delete', old.number, old.artist_name, old.title); INSERT INTO review_search (rowid, artist_name, title, email, reference) VALUES (new.number, new.artist_name, new.title, new.email, new.reference); INSERT INTO review_words (rowid, artist_name, title) VALUES (new.number, new.artist_name, new.title); END;--> statement-breakpoint
CREATE TRIGGER `review_submission_added` AFTER INSERT ON `submissions` BEGIN INSERT INTO review_items (id, kind, reference, artist_name, title, email, status, revision, due_at, order_key, created_at) VALUES (new.id, 'submission', new.reference, new.artist_name, iif(new.release_title <> '', new.release_title, iif(json_valid(new.form_data) AND json_extract(new.form_data, '$.uploadType') = 'transfer', 'Catalogue transfer', 'Untitled Release')), new.email, new.status, iif(json_valid(new.status_history), json_array_length(new.status_history), 0), new.reply_due_at, iif(new.status = 'pending', '0', '1') || new.reply_due_at, new.created_at); END;--> statement-breakpoint
CREATE TRIGGER `review_submission_changed` AFTER UPDATE OF status, status_history, reply_due_at, artist_name, email, release_title, reference ON `submissions` BEGIN UPDATE review_items SET status = new.status, revision = iif(json_valid(new.status_history), json_array_length(new.status_history), 0), due_at = new.reply_due_at, order_key = iif(new.status = 'pending', '0', '1') || new.reply_due_at WHERE id = new.id; UPDATE review_items SET artist_name = new.artist_name, title = iif(new.release_title <> '', new.release_title, title), email = new.email, reference = new.reference WHERE id = new.id AND (artist_name <> new.artist_name OR email <> new.email OR reference <> new.reference OR (new.release_title <> '' AND title <> new.release_title)); END;--> statement-breakpoint
CREATE TRIGGER `review_submission_removed` AFTER DELETE ON `submissions` BEGIN DELETE FROM review_items WHERE id = old.id; END;--> statement-breakpoint
CREATE TRIGGER `review_waiting_added` AFTER INSERT ON `waiting_list` BEGIN INSERT INTO review_items (id, kind, reference, artist_name, title, email, status, revision, due_at, order_key, created_at) VALUES (new.id, 'waiting', new.reference, new.artist_name, '', new.email, new.status, iif(json_valid(new.status_history), json_array_length(new.status_history), 0), new.reply_due_at, iif(new.status = 'pending', '0', '1') || new.reply_due_at, new.created_at); END;--> statement-breakpoint
CREATE TRIGGER `review_waiting_changed` AFTER UPDATE OF status, status_history, reply_due_at, artist_name, email, reference ON `waiting_list` BEGIN UPDATE review_items SET status = new.status, revision = iif(json_valid(new.status_history), json_array_length(new.status_history), 0), due_at = new.reply_due_at, order_key = iif(new.status = 'pending', '0', '1') || new.reply_due_at WHERE id = new.id; UPDATE review_items SET artist_name = new.artist_name, email = new.email, reference = new.reference WHERE id = new.id AND (artist_name <> new.artist_name OR email <> new.email OR reference <> new.reference); END;--> statement-breakpoint
CREATE TRIGGER `review_waiting_removed` AFTER DELETE ON `waiting_list` BEGIN DELETE FROM review_items WHERE id = old.id; END;--> statement-breakpoint
-- The sweep adds what was sent before, and what the board says of it.
INSERT INTO backfills (name, created_at) VALUES ('review-submissions', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), ('review-waiting-list', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
