import {
  trackFindings,
  uploadParts,
  uploadPieces,
} from "~/domain/uploads/receiving/upload-tables.server";
import { jobEvents, jobs } from "~/jobs/job-tables.server";
import type { ArchivedSubmission } from "./archived-submission";

export type ArchivedTable = keyof ArchivedSubmission["rows"];

/** Tables whose rows move to the archive. */
export const archivedTables = {
  jobs,
  job_events: jobEvents,
  track_findings: trackFindings,
  upload_parts: uploadParts,
  upload_pieces: uploadPieces,
};

export const archivedTableNames = [
  "jobs",
  "job_events",
  "track_findings",
  "upload_parts",
  "upload_pieces",
] as const satisfies readonly ArchivedTable[];
