import { and, asc, count, desc, eq, gte, lt, notInArray, or, sql } from "drizzle-orm";
import { jobs } from "~/jobs/job-tables.server";
import type { Database } from "~/platform/database.server";
import { type DisplayedMail, toDisplayedMail } from "./displayed-mail.server";
import { TEAM_KINDS } from "./mail-kinds";
import type { MailState } from "./mail-store.server";
import { mailOutbox } from "./mail-tables.server";
import type { QueuedMail } from "./outbox.server";
import { waitingListMailKey } from "./waiting-list-mail";

export async function mailsOfSubmission(
  db: Database,
  submissionId: string,
): Promise<DisplayedMail[]> {
  const mails = await db
    .select()
    .from(mailOutbox)
    .where(
      or(
        eq(mailOutbox.submissionId, submissionId),
        eq(mailOutbox.dedupeKey, waitingListMailKey(submissionId)),
      ),
    )
    .orderBy(asc(mailOutbox.createdAt))
    .limit(100);
  return mails.map((mail) => toDisplayedMail(mail));
}

export async function hasStatusMail(db: Database, submissionId: string, since: string) {
  const condition = and(
    ...[eq(mailOutbox.submissionId, submissionId), eq(mailOutbox.kind, "status-change")],
    ...[gte(mailOutbox.createdAt, since), notInArray(mailOutbox.state, ["stopped", "failed"])],
  );
  return (await db.$count(mailOutbox, condition)) > 0;
}

type ListedMail = DisplayedMail & { jobId: string | null };

export async function listMails(db: Database, limit = 100, state?: string): Promise<ListedMail[]> {
  const sender = and(
    sql`${jobs.submissionId} IS ${mailOutbox.submissionId}`,
    eq(jobs.type, "send-mail"),
    eq(jobs.subject, mailOutbox.id),
  );
  const rows = await db
    .select({ mail: mailOutbox, jobId: jobs.id })
    .from(mailOutbox)
    .leftJoin(jobs, sender)
    .where(state === undefined ? undefined : eq(mailOutbox.state, state))
    .orderBy(desc(mailOutbox.createdAt))
    .limit(limit);
  return rows.map(({ mail, jobId }) => ({ ...toDisplayedMail(mail), jobId }));
}

type OutboxLine = Pick<
  QueuedMail,
  "id" | "kind" | "recipient" | "subject" | "state" | "lastError" | "createdAt" | "sentAt"
>;

/** A page of the outbox, latest first. @param before id of the last mail of the previous page. */
export async function outboxPage(
  db: Database,
  { state, before }: { state?: MailState; before?: string },
  limit = 50,
): Promise<{ mails: OutboxLine[]; hasMore: boolean }> {
  const { id, kind, recipient, subject, lastError, createdAt, sentAt } = mailOutbox;
  const line = { id, kind, recipient, subject, state: mailOutbox.state, lastError };
  const isEarlier = sql`(${createdAt}, ${id}) < (SELECT created_at, id FROM mail_outbox WHERE id = ${before ?? ""})`;
  const rows = await db
    .select({ ...line, createdAt, sentAt })
    .from(mailOutbox)
    .where(
      state === undefined
        ? before
          ? lt(id, before)
          : undefined
        : and(eq(mailOutbox.state, state), before ? isEarlier : undefined),
    )
    // Ids are ULIDs; the index within a state is by time.
    .orderBy(...(state === undefined ? [desc(id)] : [desc(createdAt), desc(id)]))
    .limit(limit + 1);
  return { mails: rows.slice(0, limit), hasMore: rows.length > limit };
}

const MAX_UNSENT = 20;

/**
 * Unsent mails to an account or about its submissions, latest first. Uses tables of a higher
 * layer.
 */
export async function unsentMailsOf(
  db: Database,
  { accountId, mailbox }: { accountId: string; mailbox: string },
): Promise<(OutboxLine & Pick<QueuedMail, "submissionId">)[]> {
  const { id, kind, recipient, subject, state, lastError, createdAt, sentAt } = mailOutbox;
  const { submissionId } = mailOutbox;
  const isUnsent = sql`other.state NOT IN ('sent', 'sending', 'dropped')`;
  const ids = sql`SELECT other.id FROM mail_outbox AS other WHERE other.mailbox = ${mailbox} AND ${isUnsent}
    UNION SELECT other.id FROM mail_outbox AS other WHERE other.artist_id = ${accountId} AND ${isUnsent}
    UNION SELECT other.id FROM submissions AS theirs JOIN mail_outbox AS other
      ON other.submission_id = theirs.id WHERE theirs.artist_id = ${accountId} AND ${isUnsent}
      AND other.kind NOT IN (SELECT value FROM json_each(${JSON.stringify(TEAM_KINDS)}))`;
  return db
    .select({ id, kind, recipient, subject, state, lastError, createdAt, sentAt, submissionId })
    .from(mailOutbox)
    .where(sql`${id} IN (${ids})`)
    .orderBy(desc(id))
    .limit(MAX_UNSENT);
}

export async function countMails(db: Database): Promise<Partial<Record<string, number>>> {
  const rows = await db
    .select({ state: mailOutbox.state, n: count() })
    .from(mailOutbox)
    .groupBy(mailOutbox.state);
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

export async function mailJobId(db: Database, mail: Pick<QueuedMail, "id" | "submissionId">) {
  const [job] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        sql`${jobs.submissionId} IS ${mail.submissionId}`,
        eq(jobs.type, "send-mail"),
        eq(jobs.subject, mail.id),
      ),
    );
  return job?.id;
}
