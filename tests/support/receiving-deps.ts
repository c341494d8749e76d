import type { Database } from "~/platform/database.server";
import type { Carrier } from "~/uploads/carrier";
import type { ReceivingDeps } from "~/uploads/receiving/receiving-deps.server";

/** What receiving files takes, with one carrier and the limits as they are set by default. */
export function receivingDeps(db: Database, carrier: Carrier): ReceivingDeps {
  const quota = { bytes: 6_000_000_000, open: 40 };
  return { db, carrier, own: carrier, quota, spooled: 400 };
}
