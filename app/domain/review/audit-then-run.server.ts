import {
  type AuditAction,
  type AuditActor,
  auditStatement,
  setAuditSubject,
} from "~/domain/access/staff/audit.server";
import { errorReason } from "~/observability/log";
import { redactSecrets } from "~/platform/redact-secrets";
import type { DeskDeps } from "./assign-item.server";

interface AuditDeps extends DeskDeps {
  settings: Parameters<typeof redactSecrets>[1];
}

/**
 * Runs an effect outside D1, such as a write to KV: the audit entry is written first, and a failure
 * entry after a failure, so the log may briefly say too much but never too little.
 * @param entry `subjectOf` returns the subject's id if only the effect yields it.
 * @throws what `effect` throws.
 */
export async function auditThenRun<T>(
  { db, clock, ids, settings }: AuditDeps,
  { by: actor, requestId }: AuditActor,
  entry: {
    action: AuditAction;
    failureAction: AuditAction;
    subject?: string;
    detail?: string;
    subjectOf?: (effectResult: T) => string;
  },
  effect: () => Promise<T>,
): Promise<T> {
  const { action, failureAction, subject, detail, subjectOf } = entry;
  const now = clock();
  const sharedFields = { at: now, by: actor, requestId, subject };
  const id = ids.next(now);
  await auditStatement(db, { ...sharedFields, id, action, detail });
  let result: T;
  try {
    result = await effect();
  } catch (error) {
    const failureFields = {
      id: ids.next(now),
      action: failureAction,
      detail: redactSecrets(errorReason(error), settings),
    };
    await auditStatement(db, { ...sharedFields, ...failureFields });
    throw error;
  }
  if (subjectOf) await setAuditSubject(db, id, subjectOf(result));
  return result;
}
