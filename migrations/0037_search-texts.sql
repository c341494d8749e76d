CREATE TABLE IF NOT EXISTS `backfills` (
	`name` text PRIMARY KEY NOT NULL,
	`cursor` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`finished_at` text
);
--> statement-breakpoint
-- What staff find an entry by, folded by the application (`search-text.ts`); until it has been, its plain names.
-- Whatever changes takes the old words out at once and marks the entry as stale.
ALTER TABLE `review_items` ADD `search_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `review_items` ADD `search_stale` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `review_items_stale` ON `review_items` (`number`) WHERE "review_items"."search_stale" > 0;--> statement-breakpoint
DROP TRIGGER `review_items_added`;--> statement-breakpoint
DROP TRIGGER `review_items_removed`;--> statement-breakpoint
DROP TRIGGER `review_items_renamed`;--> statement-breakpoint
DROP TABLE `review_search`;--> statement-breakpoint
DROP TABLE `review_words`;--> statement-breakpoint
INSERT INTO backfills (name, created_at) VALUES ('search-texts', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));--> statement-breakpoint
CREATE VIRTUAL TABLE `review_search` USING fts5(search_text, content = 'review_items', content_rowid = 'number', tokenize = 'trigram remove_diacritics 1');--> statement-breakpoint
CREATE VIRTUAL TABLE `review_words` USING fts5(search_text, content = 'review_items', content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2');--> statement-breakpoint
INSERT INTO review_search (review_search, rank) VALUES ('secure-delete', 1);--> statement-breakpoint
INSERT INTO review_words (review_words, rank) VALUES ('secure-delete', 1);--> statement-breakpoint
-- An entry without a search text is in no index yet.
CREATE TRIGGER `review_items_added` AFTER INSERT ON `review_items` BEGIN UPDATE review_items SET search_text = artist_name || ' ' || title || ' ' || email || ' ' || reference WHERE number = new.number; END;--> statement-breakpoint
CREATE TRIGGER `review_items_removed` AFTER DELETE ON `review_items` BEGIN INSERT INTO review_search (review_search, rowid, search_text) SELECT 'delete', old.number, old.search_text WHERE old.search_text <> ''; INSERT INTO review_words (review_words, rowid, search_text) SELECT 'delete', old.number, old.search_text WHERE old.search_text <> ''; DELETE FROM staff_notes WHERE item_id = old.id; END;--> statement-breakpoint
CREATE TRIGGER `review_items_folded` AFTER UPDATE OF search_text ON `review_items` BEGIN INSERT INTO review_search (review_search, rowid, search_text) SELECT 'delete', old.number, old.search_text WHERE old.search_text <> ''; INSERT INTO review_words (review_words, rowid, search_text) SELECT 'delete', old.number, old.search_text WHERE old.search_text <> ''; INSERT INTO review_search (rowid, search_text) VALUES (new.number, new.search_text); INSERT INTO review_words (rowid, search_text) VALUES (new.number, new.search_text); END;--> statement-breakpoint
CREATE TRIGGER `review_items_renamed` AFTER UPDATE OF artist_name, title, email, reference ON `review_items` BEGIN UPDATE review_items SET search_text = artist_name || ' ' || title || ' ' || email || ' ' || reference, search_stale = search_stale + 1 WHERE number = new.number; END;--> statement-breakpoint
CREATE TRIGGER `review_form_changed` AFTER UPDATE OF form_data ON `submissions` WHEN new.form_data <> old.form_data BEGIN UPDATE review_items SET search_text = artist_name || ' ' || title || ' ' || email || ' ' || reference, search_stale = search_stale + 1 WHERE id = new.id; END;--> statement-breakpoint
CREATE TRIGGER `review_details_sent` AFTER UPDATE OF sent ON `release_details` WHEN new.sent IS NOT old.sent BEGIN UPDATE review_items SET search_text = artist_name || ' ' || title || ' ' || email || ' ' || reference, search_stale = search_stale + 1 WHERE id = new.submission_id; END;--> statement-breakpoint
CREATE TRIGGER `review_details_added` AFTER INSERT ON `release_details` WHEN new.sent IS NOT NULL BEGIN UPDATE review_items SET search_stale = search_stale + 1 WHERE id = new.submission_id; END;--> statement-breakpoint
CREATE TRIGGER `review_details_removed` AFTER DELETE ON `release_details` WHEN old.sent IS NOT NULL BEGIN UPDATE review_items SET search_text = artist_name || ' ' || title || ' ' || email || ' ' || reference, search_stale = search_stale + 1 WHERE id = old.submission_id; END;
