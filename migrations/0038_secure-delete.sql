-- The words of what is deleted leave the segments of the index at once, not when they are merged; those that
-- lie there still go with the index, which is made anew.
INSERT INTO review_search (review_search, rank) VALUES ('secure-delete', 1);--> statement-breakpoint
INSERT INTO review_search (review_search) VALUES ('rebuild');--> statement-breakpoint
INSERT INTO review_words (review_words, rank) VALUES ('secure-delete', 1);--> statement-breakpoint
INSERT INTO review_words (review_words) VALUES ('rebuild');
