CREATE TABLE `former_addresses` (
	`artist_id` text NOT NULL,
	`email` text NOT NULL,
	`until` text NOT NULL,
	PRIMARY KEY(`artist_id`, `email`, `until`)
);
--> statement-breakpoint
CREATE INDEX `former_addresses_by_email` ON `former_addresses` (`email`,`until`);--> statement-breakpoint
ALTER TABLE `artist_links` ADD `session_id` text;--> statement-breakpoint
ALTER TABLE `artist_sessions` ADD `confirmed_at` text;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `artist_id` text;--> statement-breakpoint
CREATE INDEX `mail_outbox_by_artist` ON `mail_outbox` (`artist_id`,`created_at`) WHERE "mail_outbox"."artist_id" IS NOT NULL;--> statement-breakpoint
-- Addresses that accounts had before, as far as what is kept can tell. Where their codes went:
INSERT OR IGNORE INTO `former_addresses` (`artist_id`, `email`, `until`)
SELECT substr(dedupe_key, 9, instr(substr(dedupe_key, 9), ':') - 1), lower(recipient), created_at
	FROM `mail_outbox` WHERE kind = 'account' AND dedupe_key LIKE 'account:%:%' AND recipient <> '';--> statement-breakpoint
-- where their links went:
INSERT OR IGNORE INTO `former_addresses` (`artist_id`, `email`, `until`)
SELECT artist_id, email, created_at FROM `artist_links` WHERE kind = 'sign-in';--> statement-breakpoint
-- where notices of a change went:
INSERT OR IGNORE INTO `former_addresses` (`artist_id`, `email`, `until`)
SELECT link.artist_id, lower(mail.recipient), mail.created_at FROM `mail_outbox` AS mail
	JOIN `artist_links` AS link ON link.token_hash = substr(mail.dedupe_key, instr(mail.dedupe_key, ':') + 1)
	WHERE mail.kind = 'email-changed' AND mail.recipient <> '';--> statement-breakpoint
-- where letters about their submissions went, other than to the address that was typed:
INSERT OR IGNORE INTO `former_addresses` (`artist_id`, `email`, `until`)
SELECT sent.artist_id, lower(mail.recipient), mail.created_at FROM `mail_outbox` AS mail
	JOIN `submissions` AS sent ON sent.id = mail.submission_id
	WHERE mail.kind IN ('confirmation', 'status-change', 'split-dispute') AND mail.recipient <> ''
		AND sent.artist_id IS NOT NULL AND lower(mail.recipient) <> lower(sent.email);--> statement-breakpoint
-- and under which address a submission of nobody was taken into the account.
INSERT OR IGNORE INTO `former_addresses` (`artist_id`, `email`, `until`)
SELECT sent.artist_id, lower(sent.email), sent.created_at FROM `submissions` AS sent
	JOIN `drafts` AS draft ON draft.id = sent.draft_id
	WHERE sent.artist_id IS NOT NULL AND draft.artist_id IS NULL AND sent.email <> '';--> statement-breakpoint
DELETE FROM `former_addresses` WHERE NOT EXISTS (SELECT 1 FROM `artists` AS account
	WHERE account.id = former_addresses.artist_id AND account.deleted_at IS NULL AND account.email <> former_addresses.email)
	OR EXISTS (SELECT 1 FROM `former_addresses` AS later WHERE later.artist_id = former_addresses.artist_id
		AND later.email = former_addresses.email AND later.until > former_addresses.until);--> statement-breakpoint
-- The notice of the change tells when it was; without one, an address that another account has ended with the
-- last that is known of it.
UPDATE `former_addresses` SET `until` = coalesce(
	(SELECT max(notice.created_at) FROM `mail_outbox` AS notice
		WHERE notice.dedupe_key LIKE 'email-changed:%' AND lower(notice.recipient) = former_addresses.email),
	CASE WHEN EXISTS (SELECT 1 FROM `artists` AS other WHERE other.email = former_addresses.email AND other.deleted_at IS NULL)
		THEN former_addresses.until ELSE strftime('%Y-%m-%dT%H:%M:%fZ', 'now') END);--> statement-breakpoint
-- Whose address it was when a mail was written: its occasion tells, else the address at that time.
UPDATE `mail_outbox` SET `artist_id` = coalesce(
	CASE kind
		WHEN 'account' THEN (SELECT id FROM `artists` WHERE id = substr(dedupe_key, 9, instr(substr(dedupe_key, 9), ':') - 1))
		WHEN 'deletion-asked' THEN (SELECT artist_id FROM `data_requests` WHERE id = substr(dedupe_key, 16))
		WHEN 'email-changed' THEN (SELECT artist_id FROM `artist_links` WHERE token_hash = substr(dedupe_key, instr(dedupe_key, ':') + 1))
	END,
	(SELECT former.artist_id FROM `former_addresses` AS former
		WHERE former.email = mail_outbox.address AND former.until >= mail_outbox.created_at ORDER BY former.until LIMIT 1),
	(SELECT id FROM `artists` WHERE artists.email = mail_outbox.address AND artists.deleted_at IS NULL))
WHERE recipient <> '';
