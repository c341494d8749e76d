ALTER TABLE `drafts` ADD `pressed_at` text;--> statement-breakpoint
-- Defaults that drafts stored as if somebody had chosen them: six weeks after one of their own days.
UPDATE `drafts` SET `answers` = json_set(`answers`, '$.music.defaultReleaseDate', json_extract(`answers`, '$.music.releaseDate'))
WHERE `submitted_at` IS NULL AND `expires_at` > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  AND json_extract(`answers`, '$.music.releaseDate') BETWEEN date(`created_at`, '+42 days') AND date(`updated_at`, '+42 days');
