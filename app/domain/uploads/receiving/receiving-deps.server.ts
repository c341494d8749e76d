import type { FlacDecoder } from "~/domain/media/flac/decoder";
import type { PcmFormat } from "~/domain/media/flac/flac-stream";
import type { Database } from "~/platform/database.server";
import type { StorageBackend } from "../storage-backend";
import type { Upload } from "../upload";
import type { ByteBudget } from "./byte-budget.server";

export interface DraftQuota {
  /** Of all files, pending ones as announced. */
  bytes: number;
  open: number;
}

export interface ReceivingDeps {
  db: Database;
  carrier: StorageBackend;
  /** The site's own backend, for uploads that were started with it. */
  own: StorageBackend;
  quota: DraftQuota;
  budget: ByteBudget;
  /** Files of all drafts in the spool. */
  spooled: number;
  /** Decodes compressed pieces; undefined where this site takes none. */
  openDecoder?: ((format: PcmFormat) => FlacDecoder | undefined) | undefined;
}

/**
 * Whether the pieces of an upload may come compressed: not where its parts go straight to storage,
 * which decodes nothing.
 */
export function takesCompression(deps: ReceivingDeps, upload: Pick<Upload, "carrier">): boolean {
  return deps.openDecoder !== undefined && backendOfUpload(deps, upload).name === "own";
}

/**
 * The backend of an upload. Without its settings the site's own is used: both reach the same R2
 * bucket.
 */
export function backendOfUpload(
  deps: ReceivingDeps,
  upload: Pick<Upload, "carrier">,
): StorageBackend {
  return upload.carrier === deps.carrier.name ? deps.carrier : deps.own;
}
