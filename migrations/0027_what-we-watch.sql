CREATE TABLE IF NOT EXISTS `backfills` (
	`name` text PRIMARY KEY NOT NULL,
	`cursor` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`finished_at` text
);
--> statement-breakpoint
CREATE TABLE `alert_silences` (
	`rule` text NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`until` text NOT NULL,
	`staff_id` text NOT NULL,
	`staff_name` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`rule`, `subject`)
);
--> statement-breakpoint
CREATE TABLE `error_counts` (
	`slot` text NOT NULL,
	`source` text NOT NULL,
	`category` text NOT NULL,
	`severity` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`slot`, `source`, `category`, `severity`)
);
--> statement-breakpoint
CREATE TABLE `error_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`stage` text NOT NULL,
	`category` text NOT NULL,
	`severity` text NOT NULL,
	`message` text NOT NULL,
	`frame` text,
	`url` text,
	`count` integer NOT NULL,
	`first_seen_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`releases` text DEFAULT '[]' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `error_groups_by_time` ON `error_groups` (`last_seen_at`);--> statement-breakpoint
CREATE TABLE `funnel_counts` (
	`slot` text NOT NULL,
	`event` text NOT NULL,
	`step` text DEFAULT '' NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`slot`, `event`, `step`)
);
--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`rule` text NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`detail` text NOT NULL,
	`opened_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`closed_at` text,
	`mailed_at` text,
	`end_mailed_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_one_open` ON `incidents` (`rule`,`subject`) WHERE "incidents"."closed_at" IS NULL;--> statement-breakpoint
CREATE INDEX `incidents_by_time` ON `incidents` (`opened_at`);--> statement-breakpoint
CREATE TABLE `measure_batches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`cells` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `measure_batches_by_time` ON `measure_batches` (`at`);--> statement-breakpoint
CREATE TABLE `measures` (
	`topic` text NOT NULL,
	`slot` text NOT NULL,
	`cells` text NOT NULL,
	PRIMARY KEY(`topic`, `slot`)
);
--> statement-breakpoint
CREATE INDEX `measures_by_slot` ON `measures` (`slot`);--> statement-breakpoint
ALTER TABLE `error_reports` ADD `group_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `error_reports` ADD `source` text DEFAULT 'browser' NOT NULL;--> statement-breakpoint
ALTER TABLE `error_reports` ADD `release` text;--> statement-breakpoint
CREATE INDEX `error_reports_by_group` ON `error_reports` (`group_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `health_checks_failed` ON `health_checks` (`at`,`integration`) WHERE "health_checks"."ok" = 0;--> statement-breakpoint
ALTER TABLE `drafts` ADD `passed_steps` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
INSERT INTO backfills (name, created_at) VALUES ('passed-steps', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));--> statement-breakpoint
CREATE TRIGGER `funnel_opened` AFTER INSERT ON `drafts` BEGIN INSERT INTO funnel_counts (slot, event, step, count) VALUES (substr(new.created_at, 1, 15) || '0:00.000Z', 'opened', '', 1) ON CONFLICT (slot, event, step) DO UPDATE SET count = funnel_counts.count + 1; INSERT INTO funnel_counts (slot, event, step, count) SELECT substr(new.created_at, 1, 15) || '0:00.000Z', 'passed', value, 1 FROM json_each(new.completed_steps) WHERE true ON CONFLICT (slot, event, step) DO UPDATE SET count = funnel_counts.count + 1; UPDATE drafts SET passed_steps = new.completed_steps WHERE id = new.id AND passed_steps <> new.completed_steps; END;--> statement-breakpoint
CREATE TRIGGER `funnel_passed` AFTER UPDATE OF completed_steps ON `drafts` WHEN new.completed_steps <> old.completed_steps AND new.expired_at IS NULL BEGIN INSERT INTO funnel_counts (slot, event, step, count) SELECT substr(new.updated_at, 1, 15) || '0:00.000Z', 'passed', value, 1 FROM json_each(new.completed_steps) WHERE value NOT IN (SELECT value FROM json_each(old.passed_steps)) ON CONFLICT (slot, event, step) DO UPDATE SET count = funnel_counts.count + 1; UPDATE drafts SET passed_steps = (SELECT json_group_array(value) FROM (SELECT value FROM json_each(old.passed_steps) UNION SELECT value FROM json_each(new.completed_steps))) WHERE id = new.id; END;--> statement-breakpoint
CREATE TRIGGER `funnel_submitted` AFTER UPDATE OF submitted_at ON `drafts` WHEN old.submitted_at IS NULL AND new.submitted_at IS NOT NULL BEGIN INSERT INTO funnel_counts (slot, event, step, count) VALUES (substr(new.submitted_at, 1, 15) || '0:00.000Z', 'submitted', '', 1) ON CONFLICT (slot, event, step) DO UPDATE SET count = funnel_counts.count + 1; END;--> statement-breakpoint
CREATE TRIGGER `funnel_abandoned` AFTER UPDATE OF expired_at ON `drafts` WHEN old.expired_at IS NULL AND new.expired_at IS NOT NULL AND new.submitted_at IS NULL BEGIN INSERT INTO funnel_counts (slot, event, step, count) SELECT substr(new.expired_at, 1, 15) || '0:00.000Z', 'abandoned', coalesce((SELECT step FROM (SELECT 1 AS nth, 'artist' AS step UNION ALL SELECT 2, 'music' UNION ALL SELECT 3, 'about' UNION ALL SELECT 4, 'review') WHERE step NOT IN (SELECT value FROM json_each(old.completed_steps)) ORDER BY nth LIMIT 1), 'review'), 1 WHERE true ON CONFLICT (slot, event, step) DO UPDATE SET count = funnel_counts.count + 1; END;
