import type { Database } from "~/platform/database.server";
import type { StorageBackend } from "../storage-backend";
import type { Upload } from "../upload";

/** What the files of one draft may take up. */
export interface DraftQuota {
  /** Bytes of all its files, those on their way with the size they were announced with. */
  bytes: number;
  /** Uploads that are open at the same time. */
  open: number;
}

/** Where files and their records live. */
export interface ReceivingDeps {
  db: Database;
  /** What new uploads are carried by. */
  carrier: StorageBackend;
  /** Our own origin's, the same as `carrier` or not: what was begun with it goes on with it. */
  own: StorageBackend;
  /** What a draft may take up. */
  quota: DraftQuota;
  /** Files of all drafts that may lie in the spool. */
  spooled: number;
}

/**
 * The carrier an upload was begun with. One whose settings are gone is stood in for by our own: R2
 * takes both ways into one bucket, and any other answers that the upload is gone.
 */
export function backendOfUpload(
  deps: ReceivingDeps,
  upload: Pick<Upload, "carrier">,
): StorageBackend {
  return upload.carrier === deps.carrier.name ? deps.carrier : deps.own;
}
