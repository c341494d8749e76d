import { capitalizeStatus } from "~/reference/status-tones";
import type { BoardField } from "./column-map";

/** What an upload type is called on the board. */
export const uploadTypeLabels = {
  "new-music": "New music",
  transfer: "Transfer",
  both: "Both",
} as const;

/** What a release type is called on the board. */
export const releaseTypeLabels = { single: "Single", ep: "EP", lp: "Album" } as const;

/** The statuses of a submission, as the product keeps them (portal document, section 4). */
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

/** A status as the board shows it. */
export const statusLabel = capitalizeStatus;

/** The status behind a label of the board, however it is written; undefined for any other label. */
export function statusOfLabel(label: string): SubmissionStatus | undefined {
  const plainLabel = label
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
  return submissionStatuses.find((status) => status === plainLabel);
}

/** The labels that a board needs before the first item: the product never makes any. */
export const boardLabels: Readonly<Partial<Record<BoardField, readonly string[]>>> = {
  status: submissionStatuses.map(statusLabel),
  uploadType: Object.values(uploadTypeLabels),
  releaseType: Object.values(releaseTypeLabels),
};
