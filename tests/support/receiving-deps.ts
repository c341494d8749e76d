import type { ReceivingDeps } from "~/domain/uploads/receiving/receiving-deps.server";
import type { StorageBackend } from "~/domain/uploads/storage-backend";
import type { Database } from "~/platform/database.server";

/** Dependencies of receiving files, with one carrier and default limits. */
export function receivingDeps(db: Database, carrier: StorageBackend): ReceivingDeps {
  const quota = { bytes: 6_000_000_000, open: 40 };
  const budget = { perHour: 100e9, bucket: 5_000e9 };
  return { db, carrier, own: carrier, quota, budget, spooled: 400 };
}
