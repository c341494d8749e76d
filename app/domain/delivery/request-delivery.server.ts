import { and, desc, eq, sql } from "drizzle-orm";
import { submissions } from "~/domain/submission/submission-tables.server";
import { jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import type { Statement } from "~/platform/database.server";
import { type Database, isOneOfSql } from "~/platform/database.server";
import { statusesWith } from "~/reference/statuses";
import { type DeliveryKind, isDeliveryKind } from "./delivery-kinds";

const TYPE = "deliver-release";

const subjectOf = (kind: DeliveryKind, version: string) => `${kind}:${version}`;

/** What a job delivers; undefined for a subject that no version of ours has written. */
export function readSubject(subject: string): { kind: DeliveryKind; version: string } | undefined {
  const [kind = "", version = ""] = subject.split(":");
  return isDeliveryKind(kind) && version ? { kind, version } : undefined;
}

interface NewDelivery {
  submissionId: string;
  kind: DeliveryKind;
  version: string;
  jobId: string;
  requestId: string;
  at: Date;
  /** For the same batch; the condition holds if this call asks first. */
  auditStatement: (condition: ReturnType<typeof sql>) => Statement;
}

/**
 * Asks for a delivery, unless the same version was asked for before or the release is not accepted: the index of jobs
 * decides, so that two who ask at once send it once.
 * @returns whether this call asked for it.
 */
export async function requestDelivery(db: Database, delivery: NewDelivery): Promise<boolean> {
  const { submissionId, kind, version, jobId, requestId, at, auditStatement } = delivery;
  const subject = subjectOf(kind, version);
  const isAccepted = isOneOfSql(
    sql`lower(${submissions.status})`,
    statusesWith(({ outcome }) => outcome === "yes"),
  );
  const isNew = sql`EXISTS (SELECT 1 FROM ${submissions}
      WHERE ${submissions.id} = ${submissionId} AND ${isAccepted})
    AND NOT EXISTS (SELECT 1 FROM ${jobs} WHERE ${jobs.submissionId} = ${submissionId}
      AND ${jobs.type} = ${TYPE} AND ${jobs.subject} = ${subject})`;
  const values = jobValues({ id: jobId, type: TYPE, submissionId, subject, requestId, at });
  const [, rows] = await db.batch([
    auditStatement(isNew),
    db
      .insert(jobs)
      .select(sql`SELECT ${values} WHERE ${isNew}`)
      .onConflictDoNothing()
      .returning({ id: jobs.id }),
  ]);
  return rows.length > 0;
}

/** All deliveries of a release, the last first. */
export async function listDeliveries(db: Database, submissionId: string) {
  const rows = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.submissionId, submissionId), eq(jobs.type, TYPE)))
    .orderBy(desc(jobs.createdAt));
  return rows.flatMap((row) => {
    const delivery = readSubject(row.subject);
    const { id, state, attempts, rounds, lastError, createdAt, updatedAt } = row;
    return delivery
      ? [{ ...delivery, id, state, attempts, rounds, lastError, createdAt, updatedAt }]
      : [];
  });
}

/** When a delivery was asked for. */
export async function deliveryAskedAt(db: Database, jobId: string): Promise<Date | undefined> {
  const [row] = await db.select({ at: jobs.createdAt }).from(jobs).where(eq(jobs.id, jobId));
  return row && new Date(row.at);
}
