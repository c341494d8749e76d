/** Tables that migrations fill. */
const FILLED_BY_MIGRATIONS = ["saved_reasons", "backfills"];

/** Tables that the sweep and the site write by themselves, also in an installation nobody has used. */
export const WRITTEN_UNASKED = [
  "sweep_runs",
  "health_checks",
  "incidents",
  "alert_silences",
  "measure_batches",
  "measures",
  "error_counts",
  "error_groups",
  "error_reports",
  "rate_windows",
  "storage_totals",
];

/** The mail of an alert, with its job. */
const ALERT_TABLES = ["mail_outbox", "mail_addresses", "jobs", "job_events"];

/** An installation with rows only in these is empty. A restoration removes them. */
export const TABLES_OF_EMPTY = [...FILLED_BY_MIGRATIONS, ...WRITTEN_UNASKED, ...ALERT_TABLES];
