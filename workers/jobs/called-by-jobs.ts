import { and, count, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import type { IntegrationName } from "~/domain/review/integrations";
import { jobs } from "~/jobs/job-tables.server";
import type { JobType } from "~/jobs/job-types";
import type { Incident } from "~/observability/health/incident-store.server";
import type { Database } from "~/platform/database.server";

/** What each type of job needs beside the database; null for nothing else. */
const calledBy: Readonly<Record<JobType, IntegrationName | null>> = {
  "sync-board": "board",
  "set-board-status": "board",
  "read-board-status": "board",
  "refuse-board-status": "board",
  "sync-waiting-list": "board",
  "mirror-drive": "drive",
  "deliver-release": "delivery",
  "process-clip": "r2",
  "measure-track": "r2",
  "make-agreement-pdf": "r2",
  "send-mail": "mail",
  "confirm-by-mail": null,
  "confirm-waiting-list": null,
  "mail-links": null,
};

const callOf = (type: string) =>
  Object.entries(calledBy).find(([jobType]) => jobType === type)?.[1] ?? undefined;

/** The key of the mail about a job that has failed; the time names the occasion. */
export const jobFailedKey = (jobId: string, at: string) => `job-failed:${jobId}:${at}`;

/**
 * The condition that no open incident explains why a job of this type has failed. Otherwise the mail
 * about the end of the incident tells of it.
 */
export function isUnexplained(type: string): SQL {
  const name = callOf(type);
  if (name === undefined) return sql`TRUE`;
  return sql`NOT EXISTS (SELECT 1 FROM incidents WHERE rule = 'health' AND subject = ${name}
    AND closed_at IS NULL)`;
}

/** How many jobs have failed for good because of an incident, and staff were not told of. */
export async function countUntoldFailures(db: Database, { rule, subject, openedAt }: Incident) {
  const types = Object.entries(calledBy).filter(([, name]) => name === subject);
  if (rule !== "health" || types.length === 0) return 0;
  // Mails of earlier failures of the same job have earlier times in their keys.
  const keyFrom = sql`'staff-alert:job-failed:' || ${jobs.id} || ':' || ${openedAt}`;
  const isTold = sql`EXISTS (SELECT 1 FROM mail_outbox WHERE dedupe_key >= ${keyFrom}
    AND dedupe_key < 'staff-alert:job-failed:' || ${jobs.id} || ';')`;
  const [row] = await db
    .select({ n: count() })
    .from(jobs)
    .where(
      and(
        ...[eq(jobs.state, "failed"), gte(jobs.updatedAt, openedAt)],
        ...[
          inArray(
            jobs.type,
            types.map(([type]) => type),
          ),
          sql`NOT ${isTold}`,
        ],
      ),
    );
  return row?.n ?? 0;
}
