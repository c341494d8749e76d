ALTER TABLE `mail_addresses` ADD `stop_scope` text;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `requester` text DEFAULT 'anybody' NOT NULL;--> statement-breakpoint
-- A fresh installation has time for its first sweep before it counts as silent.
INSERT OR REPLACE INTO `sweep_runs` (`part`, `at`) VALUES ('sweep', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
