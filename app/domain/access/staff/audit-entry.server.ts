import type { SQL } from "drizzle-orm";
import type { Clock } from "~/platform/clock";
import type { Database, Statement } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { type AuditEntry, auditStatement } from "./audit.server";

export interface AuditEntryDeps {
  db: Database;
  clock: Clock;
  ids: Pick<Ids, "next">;
  scope: { requestId: string };
}

/**
 * The statement that inserts a row into the audit log; add it to the batch of the change itself.
 * @param actor staff, or an artist whose signature is recorded.
 * @param entry `at` defaults to now.
 */
export function auditEntryOf(
  { db, clock, ids, scope }: AuditEntryDeps,
  actor: AuditEntry["by"],
  { at = clock(), ...entry }: Pick<AuditEntry, "action" | "subject" | "detail"> & { at?: Date },
): (condition?: SQL) => Statement {
  const row = { ...entry, id: ids.next(at), at, by: actor, requestId: scope.requestId };
  return (condition) => auditStatement(db, row, condition);
}
