import type { SQL } from "drizzle-orm";
import type { Statement } from "~/platform/database.server";
import type { Portal } from "~/session/portal";
import { type AuditEntry, auditStatement } from "~/staff/audit.server";

/** What it takes to write down who asked for something. */
export type TrailDeps = Pick<Portal, "db" | "clock" | "ids"> & {
  scope: Pick<Portal["scope"], "requestId">;
};

/**
 * The row of the trail for what is asked for, to be written in the batch that does it.
 * @param by staff, or an artist whose signature the trail keeps.
 * @param deed `at`: now unless given.
 */
export function auditEntryOf(
  { db, clock, ids, scope }: TrailDeps,
  by: AuditEntry["by"],
  { at = clock(), ...deed }: Pick<AuditEntry, "action" | "subject" | "detail"> & { at?: Date },
): (when?: SQL) => Statement {
  const deedFacts = { ...deed, id: ids.next(at), at, by, requestId: scope.requestId };
  return (when) => auditStatement(db, deedFacts, when);
}
