import { uploadIn } from "~/uploads/upload-queue.client";
import type { FileState } from "./run-submission.client";

/**
 * Failed tries in a row, with a connection, after which a run stops waiting and tells the artist.
 * The file itself goes on trying for as long as the tab lives.
 */
const PATIENCE = 4;

/**
 * The file of a slot as a submission run sees it. A slot that this tab sends nothing for counts as
 * done: its file was stored on an earlier visit, or the server says what is missing.
 */
export function fileState(slot: string): FileState {
  const upload = uploadIn(slot);
  if (!upload || upload.phase === "stored") return { done: true, fraction: 1 };
  const fraction = upload.size > 0 ? upload.sent / upload.size : 0;
  if (upload.phase === "waiting" && (upload.tries ?? 0) >= PATIENCE)
    return { done: false, failed: upload.cause ?? "", fraction };
  if (upload.phase === "failed") return { done: false, failed: upload.text ?? "", fraction };
  const waiting = upload.phase === "waiting" ? (upload.text ?? "No connection.") : undefined;
  return { done: false, fraction, waiting };
}
