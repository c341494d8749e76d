import { uploadIn } from "~/uploads/sending/upload-queue.client";
import type { FileState } from "./run-submission.client";

/**
 * Failed tries in a row, with a connection, after which a run stops waiting and tells the artist.
 * The file itself goes on trying for as long as the tab lives.
 */
const PATIENCE = 5;

/**
 * The file of a slot as a submission run sees it. A slot that this tab sends nothing for counts as
 * done: its file was stored on an earlier visit, or the server says what is missing.
 */
export function fileState(slot: string): FileState {
  const upload = uploadIn(slot);
  // Of a file that is not on this device the server says at which field it is missing.
  if (!upload || upload.phase === "stored" || upload.phase === "needs-file")
    return { done: true, fraction: 1 };
  const { phase, size, stored, inFlight, tries = 0 } = upload;
  const fraction = size > 0 ? (stored + inFlight) / size : 0;
  switch (phase) {
    case "failed":
      return { done: false, failed: upload.text ?? "", fraction };
    case "waiting":
      if (tries >= PATIENCE) return { done: false, failed: upload.cause ?? "", fraction };
      return { done: false, fraction, waiting: upload.text ?? "No connection." };
    default:
      return { done: false, fraction };
  }
}
