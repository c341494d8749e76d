ALTER TABLE `saved_reasons` ADD `answer` text DEFAULT 'fix' NOT NULL;--> statement-breakpoint
-- Of the reasons to begin with, one is a final no and one is 'not yet'; the others can be put right.
UPDATE saved_reasons SET answer = iif(id = 'reason-sound', 'final', 'later') WHERE id IN ('reason-sound', 'reason-room');
