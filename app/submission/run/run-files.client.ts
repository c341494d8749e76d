import { isGoing, secondsLeft } from "~/uploads/files-status";
import { uploadIn, uploads } from "~/uploads/sending/upload-queue.client";
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

/**
 * Seconds until all files of this tab have left, by the queue's own estimate; 0 while none is on its
 * way, undefined before it is known and without a connection, when nobody can know.
 */
export function filesSecondsLeft(): number | undefined {
  const states = uploads();
  if (!states.some(isGoing)) return 0;
  return navigator.onLine ? secondsLeft(states) : undefined;
}
