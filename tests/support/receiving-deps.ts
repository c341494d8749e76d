import type { ReceivingDeps } from "~/domain/uploads/receiving/receiving-deps.server";
import type { StorageBackend } from "~/domain/uploads/storage-backend";
import type { Database } from "~/platform/database.server";

/** Dependencies of receiving files, with one carrier and default limits. */
export function receivingDeps(db: Database, carrier: StorageBackend): ReceivingDeps {
  const quota = { bytes: 6_000_000_000, open: 40 };
  return { db, carrier, own: carrier, quota, spooled: 400 };
}
