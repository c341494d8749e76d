import type { ExportFile } from "~/domain/privacy/read-me";

/*
 * Every table, and what export and deletion do with it. A new table needs an entry here: tests compare
 * this list with the schema and with what a deletion leaves.
 */

interface DataCategory {
  /** The file of the download that contains it, or why none does. */
  download: ExportFile | "files" | { not: string };
  deletion: string;
  /** Whether data of an artist may remain after a deletion. */
  isRetained?: true;
}

const technicalData = (deletion = "nothing: it says nothing of anybody"): DataCategory => ({
  download: { not: "it is for machines, and says nothing of anybody" },
  deletion,
});
const WITH_SUBMISSION = "goes with each submission that we did not accept";
const submissionTechnicalData: DataCategory = {
  download: { not: "it is how machines remember what they did" },
  deletion: WITH_SUBMISSION,
  isRetained: true,
};
const EXPIRES_SOON = "nothing: it names nobody, and is forgotten within 30 days";

export const dataCategories: Readonly<Record<string, DataCategory>> = {
  artists: {
    download: "account.json",
    deletion: "is emptied at once; the row goes two years later, when nothing belongs to it",
  },
  former_addresses: { download: "account.json", deletion: "goes as the last of all" },
  artist_sessions: { download: "sign-ins.json", deletion: "goes at once" },
  artist_links: {
    download: { not: "a link that works once, known by a code alone: its mail is in mails.json" },
    deletion: "goes at once",
  },
  submissions: { download: "submissions.json", deletion: WITH_SUBMISSION, isRetained: true },
  review_items: {
    download: {
      not: "a copy of submissions and the waiting list, for searching, with marks of our team: on request",
    },
    deletion: "follows what it is a copy of",
    isRetained: true,
  },
  drafts: {
    download: "drafts.json",
    deletion: "what was typed goes, also into the form of a submission that stays",
  },
  draft_keys: {
    download: { not: "codes of links to drafts" },
    deletion: "goes with its draft; of one that stays, the address it was mailed to",
    isRetained: true,
  },
  calendar_feeds: technicalData("that of an artist goes at once"),
  listening_links: {
    download: { not: "the names of those whom our team let listen, not the artist's own data" },
    deletion: WITH_SUBMISSION,
    isRetained: true,
  },
  listening_plays: submissionTechnicalData,
  fix_links: {
    download: { not: "codes of links to put a submission right" },
    deletion: WITH_SUBMISSION,
    isRetained: true,
  },
  uploads: { download: "files", deletion: `${WITH_SUBMISSION}, or draft`, isRetained: true },
  slots: technicalData("goes with its draft"),
  saved_reasons: technicalData(),
  sheet_templates: technicalData(),
  upload_parts: technicalData("goes with its upload"),
  upload_pieces: technicalData("goes with its upload"),
  social_clips: { download: "files", deletion: WITH_SUBMISSION, isRetained: true },
  track_findings: {
    download: { not: "what our player measured of a track: anybody can measure the file" },
    deletion: WITH_SUBMISSION,
    isRetained: true,
  },
  storage_totals: technicalData("what all files hold together"),
  stray_objects: technicalData("keys of files on their way out: gone within the hour"),
  release_details: {
    download: "release-details.json",
    deletion: WITH_SUBMISSION,
    isRetained: true,
  },
  rights_proofs: { download: "files", deletion: WITH_SUBMISSION, isRetained: true },
  split_confirmations: { download: "splits.json", deletion: WITH_SUBMISSION, isRetained: true },
  signature_requests: {
    download: "agreements.json",
    deletion: "unsigned ones go; a signed one is kept for 7 years",
    isRetained: true,
  },
  data_requests: {
    download: "data-requests.json",
    deletion: "is kept for 3 years, without a name",
  },
  mail_outbox: {
    download: "mails.json",
    deletion: "goes; of mails about a submission that stays, that there was one",
  },
  mail_addresses: {
    download: "mails.json",
    deletion: "goes; a stop stays, so that it is respected",
    isRetained: true,
  },
  invitations: { download: "links.json", deletion: "goes" },
  returning_links: { download: "links.json", deletion: "goes, also from KV" },
  link_mailings: {
    download: { not: "sealed, and gone with the last mail of its list" },
    deletion: "goes within 90 days, its links within two",
    isRetained: true,
  },
  waiting_list: { download: "waiting-list.json", deletion: "goes" },
  staff_notes: {
    download: { not: "read by a person first, since they may tell of others: on request" },
    deletion: WITH_SUBMISSION,
    isRetained: true,
  },
  staff_mentions: {
    download: { not: "which of our team a note is for: it says nothing of the artist" },
    deletion: "goes with its note",
    isRetained: true,
  },
  audit: {
    // Entries about the waiting list are in waiting-list.json.
    download: "submissions.json",
    deletion:
      "what was written goes with what it is about, and so does the name of a signature; what was done, by its id, stays",
    isRetained: true,
  },
  staff_sessions: {
    download: { not: "of our team" },
    deletion: "nothing: it is of our team",
  },
  staff_settings: {
    download: { not: "of our team" },
    deletion: "nothing: it is of our team",
  },
  staff_views: {
    download: { not: "of our team" },
    deletion: "nothing: it is of our team",
  },
  staff_presence: {
    download: { not: "of our team" },
    deletion: "nothing: it is of our team, and forgotten within a day",
  },
  reason_uses: technicalData(),
  undoable_decisions: technicalData(EXPIRES_SOON),
  board_parts: submissionTechnicalData,
  drive_files: submissionTechnicalData,
  drive_folders: submissionTechnicalData,
  jobs: submissionTechnicalData,
  job_events: submissionTechnicalData,
  link_endings: submissionTechnicalData,
  error_reports: {
    download: { not: "faults of pages, without names: forgotten within 30 days" },
    deletion: EXPIRES_SOON,
  },
  form_sessions: technicalData(EXPIRES_SOON),
  rate_windows: technicalData(EXPIRES_SOON),
  alert_silences: technicalData(),
  error_counts: technicalData(),
  error_groups: technicalData("nothing: what it says was freed of names, addresses and numbers"),
  funnel_counts: technicalData(),
  health_checks: technicalData(),
  incidents: technicalData(),
  measure_batches: technicalData(),
  measures: technicalData(),
  dead_letters: technicalData(),
  backup_runs: technicalData(),
  restorations: technicalData(),
  sweep_runs: technicalData(),
  backfills: technicalData(),
};
