CREATE TABLE IF NOT EXISTS `backfills` (
	`name` text PRIMARY KEY NOT NULL,
	`cursor` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`finished_at` text
);
--> statement-breakpoint
-- Databases that ran these migrations while they still filled whole tables get the same triggers as others.
-- An entry without a search text is in no index yet.
DROP TRIGGER `review_items_added`;--> statement-breakpoint
DROP TRIGGER `review_items_removed`;--> statement-breakpoint
DROP TRIGGER `review_items_folded`;--> statement-breakpoint
CREATE TRIGGER `review_items_added` AFTER INSERT ON `review_items` BEGIN UPDATE review_items SET search_text = artist_name || ' ' || title || ' ' || email || ' ' || reference WHERE number = new.number; END;--> statement-breakpoint
CREATE TRIGGER `review_items_removed` AFTER DELETE ON `review_items` BEGIN INSERT INTO review_search (review_search, rowid, search_text) SELECT 'delete', old.number, old.search_text WHERE old.search_text <> ''; INSERT INTO review_words (review_words, rowid, search_text) SELECT 'delete', old.number, old.search_text WHERE old.search_text <> ''; DELETE FROM staff_notes WHERE item_id = old.id; END;--> statement-breakpoint
CREATE TRIGGER `review_items_folded` AFTER UPDATE OF search_text ON `review_items` BEGIN INSERT INTO review_search (review_search, rowid, search_text) SELECT 'delete', old.number, old.search_text WHERE old.search_text <> ''; INSERT INTO review_words (review_words, rowid, search_text) SELECT 'delete', old.number, old.search_text WHERE old.search_text <> ''; INSERT INTO review_search (rowid, search_text) VALUES (new.number, new.search_text); INSERT INTO review_words (rowid, search_text) VALUES (new.number, new.search_text); END;--> statement-breakpoint
-- A draft that the sweep has not come to has passed what it has completed.
DROP TRIGGER `funnel_passed`;--> statement-breakpoint
CREATE TRIGGER `funnel_passed` AFTER UPDATE OF completed_steps ON `drafts` WHEN new.completed_steps <> old.completed_steps AND new.expired_at IS NULL BEGIN INSERT INTO funnel_counts (slot, event, step, count) SELECT substr(new.updated_at, 1, 15) || '0:00.000Z', 'passed', value, 1 FROM json_each(new.completed_steps) WHERE value NOT IN (SELECT value FROM json_each(old.passed_steps) UNION SELECT value FROM json_each(old.completed_steps)) ON CONFLICT (slot, event, step) DO UPDATE SET count = funnel_counts.count + 1; UPDATE drafts SET passed_steps = (SELECT json_group_array(value) FROM (SELECT value FROM json_each(old.passed_steps) UNION SELECT value FROM json_each(old.completed_steps) UNION SELECT value FROM json_each(new.completed_steps))) WHERE id = new.id; END;
