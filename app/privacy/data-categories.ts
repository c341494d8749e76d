/*
 * Every table there is, and what becomes of what it holds of an artist: whoever adds a table says here
 * what the download has of it, what a deletion does with it, and what may stay. A test holds it to the
 * tables, and another to what a deletion leaves.
 */

/** The texts of the download, by their file names, and what each is in plain words. */
export const exportFiles = {
  "account.json": "your account and profile",
  "sign-ins.json": "when and with what you signed in",
  "submissions.json": "what you sent us, with your answers and what became of each",
  "drafts.json": "submissions you have begun and not sent",
  "release-details.json": "what your releases need for distribution",
  "splits.json": "what the songwriters you named said of their shares",
  "agreements.json": "agreements you were asked to sign, with their text",
  "mails.json": "mails we wrote to you",
  "links.json": "invitations, and links to come back",
  "waiting-list.json": "what you left on the waiting list",
  "data-requests.json": "what you asked us to do with your data",
} as const;
export type ExportFile = keyof typeof exportFiles;

interface HeldKind {
  /** The text of the download that has it; else why it has none of it. */
  download: ExportFile | "files" | { not: string };
  /** What a deletion does with it. */
  deletion: string;
  /** Whether anything of an artist may stay after one. */
  stays?: true;
}

const ofMachines = (deletion = "nothing: it says nothing of anybody"): HeldKind => ({
  download: { not: "it is for machines, and says nothing of anybody" },
  deletion,
});
const WITH_SUBMISSION = "goes with each submission that was never taken on";
const machinesOfSubmission: HeldKind = {
  download: { not: "it is how machines remember what they did" },
  deletion: WITH_SUBMISSION,
  stays: true,
};
const FORGOTTEN = "nothing: it names nobody, and is forgotten within 30 days";

/** By the names of the tables. */
export const dataCategories: Readonly<Record<string, HeldKind>> = {
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
  submissions: { download: "submissions.json", deletion: WITH_SUBMISSION, stays: true },
  review_items: {
    download: { not: "a copy of submissions and the waiting list, for searching" },
    deletion: "follows what it is a copy of",
    stays: true,
  },
  drafts: {
    download: "drafts.json",
    deletion: "what was typed goes, also into the form of a submission that stays",
  },
  draft_keys: {
    download: { not: "codes of links to drafts" },
    deletion: "goes with its draft; of one that stays, the address it was mailed to",
    stays: true,
  },
  uploads: { download: "files", deletion: `${WITH_SUBMISSION}, or draft`, stays: true },
  upload_parts: ofMachines("goes with its upload"),
  upload_pieces: ofMachines("goes with its upload"),
  social_clips: { download: "files", deletion: WITH_SUBMISSION, stays: true },
  track_findings: {
    download: { not: "what our player measured of a track: anybody can measure the file" },
    deletion: WITH_SUBMISSION,
    stays: true,
  },
  stray_objects: ofMachines("keys of files on their way out: gone within the hour"),
  release_details: { download: "release-details.json", deletion: WITH_SUBMISSION, stays: true },
  split_confirmations: { download: "splits.json", deletion: WITH_SUBMISSION, stays: true },
  signature_requests: {
    download: "agreements.json",
    deletion: "unsigned ones go; a signed one is kept for 7 years",
    stays: true,
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
    stays: true,
  },
  invitations: { download: "links.json", deletion: "goes" },
  returning_links: { download: "links.json", deletion: "goes, also from KV" },
  link_mailings: {
    download: { not: "sealed, and gone with the last mail of its list" },
    deletion: "goes within 90 days, its links within two",
    stays: true,
  },
  waiting_list: { download: "waiting-list.json", deletion: "goes" },
  staff_notes: {
    download: { not: "read by a person first, since they may tell of others: on request" },
    deletion: WITH_SUBMISSION,
    stays: true,
  },
  audit: {
    // And waiting-list.json, of an entry; who of our team did something is about them.
    download: "submissions.json",
    deletion:
      "what was written goes with what it is about, and so does the name of a signature; what was done, by its id, stays",
    stays: true,
  },
  staff_sessions: {
    download: { not: "of our team" },
    deletion: "nothing: it is of our team",
  },
  board_parts: machinesOfSubmission,
  drive_files: machinesOfSubmission,
  drive_folders: machinesOfSubmission,
  jobs: machinesOfSubmission,
  job_events: machinesOfSubmission,
  link_endings: machinesOfSubmission,
  error_reports: {
    download: { not: "faults of pages, without names: forgotten within 30 days" },
    deletion: FORGOTTEN,
  },
  form_sessions: ofMachines(FORGOTTEN),
  rate_windows: ofMachines(FORGOTTEN),
  alert_silences: ofMachines(),
  error_counts: ofMachines(),
  error_groups: ofMachines("nothing: what it says was freed of names, addresses and numbers"),
  funnel_counts: ofMachines(),
  health_checks: ofMachines(),
  incidents: ofMachines(),
  measure_batches: ofMachines(),
  measures: ofMachines(),
  dead_letters: ofMachines(),
  sweep_runs: ofMachines(),
};
