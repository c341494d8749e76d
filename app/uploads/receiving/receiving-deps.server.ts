import type { Database } from "~/platform/database.server";
import type { Carrier } from "../carrier";
import type { DraftQuota } from "../draft-quota";
import type { Upload } from "../upload";

/** Where files and their records live. */
export interface ReceivingDeps {
  db: Database;
  /** What new uploads are carried by. */
  carrier: Carrier;
  /** Our own origin's, where `carrier` is another: what was begun with it goes on with it. */
  own?: Carrier;
  /** What a draft may take up; {@link DRAFT_QUOTA} where nobody has set anything else. */
  quota?: DraftQuota;
  /** Files that may lie in the spool; {@link SPOOLED_AT_ONCE} where nobody has set anything else. */
  spooled?: number;
}

/**
 * The carrier an upload was begun with. One whose settings are gone is stood in for by our own: R2
 * takes both ways into one bucket, and any other answers that the upload is gone.
 */
export function carrierOf(deps: ReceivingDeps, upload: Pick<Upload, "carrier">): Carrier {
  return upload.carrier === deps.carrier.name ? deps.carrier : (deps.own ?? deps.carrier);
}
