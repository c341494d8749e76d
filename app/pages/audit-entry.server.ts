import type { SQL } from "drizzle-orm";
import type { Statement } from "~/platform/database.server";
import type { Portal } from "~/session/portal";
import { type AuditEntry, auditStatement } from "~/staff/audit.server";

export type TrailDeps = Pick<Portal, "db" | "clock" | "ids"> & {
  scope: Pick<Portal["scope"], "requestId">;
};

/**
 * The statement that inserts a row into the audit log; add it to the batch of the change itself.
 * @param actor staff, or an artist whose signature is recorded.
 * @param entry `at` defaults to now.
 */
export function auditEntryOf(
  { db, clock, ids, scope }: TrailDeps,
  by: AuditEntry["by"],
  { at = clock(), ...deed }: Pick<AuditEntry, "action" | "subject" | "detail"> & { at?: Date },
): (when?: SQL) => Statement {
  const deedFacts = { ...deed, id: ids.next(at), at, by, requestId: scope.requestId };
  return (when) => auditStatement(db, deedFacts, when);
}
