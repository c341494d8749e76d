import { statusLabel, submissionStatuses } from "~/reference/statuses";

export const uploadTypeLabels = {
  "new-music": "New music",
  transfer: "Transfer",
  both: "Both",
} as const;

export const releaseTypeLabels = { single: "Single", ep: "EP", lp: "Album" } as const;

/** Labels that must exist on the board: they are never created on the way. */
export const boardLabels: Readonly<Record<string, readonly string[]>> = {
  status: submissionStatuses.map(statusLabel),
  uploadType: Object.values(uploadTypeLabels),
  releaseType: Object.values(releaseTypeLabels),
};
