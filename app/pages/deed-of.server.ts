import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { Alongside } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";
import { type AuditAction, writeDown } from "~/staff/audit.server";

/** What it takes to write down who asked for something. */
export type TrailScope = Pick<Portal, "db" | "clock" | "ids"> & {
  scope: Partial<Pick<Portal["scope"], "requestId">>;
};

/** The row of the trail for what is asked for, to be written in the batch that does it. */
export function deedOf(
  { db, clock, ids, scope }: TrailScope,
  by: Staff,
  deed: { action: AuditAction; subject?: string; detail?: string },
): Alongside {
  const at = clock();
  const deedFacts = { ...deed, id: ids.next(at), at, by, requestId: scope.requestId };
  return (when) => writeDown(db, deedFacts, when);
}
