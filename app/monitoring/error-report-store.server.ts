import type { Database } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { classify, type ErrorReport } from "./error-report";
import { errorReports } from "./tables.server";

/**
 * Stores a report, once: pages send again what they have no answer to.
 * @returns whether this call stored it.
 */
export async function storeErrorReport(
  db: Database,
  { submissionId, errorData }: ErrorReport,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const { timestamp, metadata, ...data } = errorData;
  const occurredAt = timestamp.toISOString();
  const identity = [submissionId, occurredAt, data.stage, data.message, data.userAgent];
  const stored = await db
    .insert(errorReports)
    .values({
      id,
      fingerprint: await sha256Hex(JSON.stringify(identity)),
      submissionId,
      ...data,
      ...classify(data.stage),
      occurredAt,
      metadata: JSON.stringify(metadata),
      createdAt: now.toISOString(),
    })
    .onConflictDoNothing({ target: errorReports.fingerprint })
    .returning({ id: errorReports.id });
  return stored.length > 0;
}
