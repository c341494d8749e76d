import { statusLabel, submissionStatuses } from "~/reference/statuses";
import { releaseTypeLabels, uploadTypeLabels } from "./type-labels";

/** Labels that must exist on the board: they are never created on the way. */
export const boardLabels: Readonly<Record<string, readonly string[]>> = {
  status: submissionStatuses.map(statusLabel),
  uploadType: Object.values(uploadTypeLabels),
  releaseType: Object.values(releaseTypeLabels),
};
