import { capitalizeStatus } from "~/reference/status-tones";

export const uploadTypeLabels = {
  "new-music": "New music",
  transfer: "Transfer",
  both: "Both",
} as const;

export const releaseTypeLabels = { single: "Single", ep: "EP", lp: "Album" } as const;

/** Statuses of a submission (portal document, section 4). */
export const submissionStatuses = [
  "pending",
  "in progress",
  "processing",
  "approved",
  "live",
  "rejected",
  "failed",
  "active",
] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

export const statusLabel = capitalizeStatus;

/** Parses a label, ignoring case and separators; undefined for an unknown one. */
export function statusOfLabel(label: string): SubmissionStatus | undefined {
  const plainLabel = label
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
  return submissionStatuses.find((status) => status === plainLabel);
}

/** Labels that must exist on the board: they are never created on the way. */
export const boardLabels: Readonly<Record<string, readonly string[]>> = {
  status: submissionStatuses.map(statusLabel),
  uploadType: Object.values(uploadTypeLabels),
  releaseType: Object.values(releaseTypeLabels),
};
