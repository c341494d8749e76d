CREATE TABLE `saved_reasons` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
-- To begin with; staff change them on their page.
INSERT INTO saved_reasons (id, title, text, updated_by, updated_at) VALUES
	('reason-sound', 'Not our kind of music', 'Thank you for sending us "{title}". We listened to it. It isn''t the kind of music that we work with, so another label can do more for it.', 'Artist portal', '2026-11-27T00:00:00.000Z'),
	('reason-room', 'No room this season', 'We like "{title}", but we have as many releases as we can look after well just now. Please send us your next one.', 'Artist portal', '2026-11-27T00:00:00.000Z'),
	('reason-mix', 'The mix is not ready', 'We like the song, but the mix of "{title}" isn''t ready for the stores yet. Please send it again when it is mixed and mastered.', 'Artist portal', '2026-11-27T00:00:00.000Z'),
	('reason-file', 'A fault in the file', 'There is a fault in the audio of "{title}". Please export it again, listen to all of it, and send it once more.', 'Artist portal', '2026-11-27T00:00:00.000Z'),
	('reason-rights', 'Parts belong to others', '"{title}" uses music that belongs to others. Please send it again when you have their permission in writing.', 'Artist portal', '2026-11-27T00:00:00.000Z');
