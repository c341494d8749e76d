import { and, eq, isNull } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { lastOf } from "~/platform/formats/last-of";
import { drafts, submissions } from "../submission-tables.server";
import { accountSubmissionRow } from "./account-submissions.server";
import { fixKind } from "./fix-link";
import { lastReason, type PastStatus, pastStatusesSchema } from "./past-statuses";
import { titleOr } from "./release-card";
import { parseSubmissionRow, type Submission } from "./submission-store.server";
import type { ResendStatus, SubmissionToFix } from "./submission-view";
import { submissionTitleSql } from "./title-sql.server";

export interface ArtistSubmission extends Submission {
  history: PastStatus[];
  resend: ResendStatus | undefined;
}

/** Undefined as in {@link accountSubmissionRow}. */
export async function findArtistSubmission(
  db: Database,
  artistId: string,
  id: string,
): Promise<ArtistSubmission | undefined> {
  const row = await accountSubmissionRow(db, artistId, id);
  if (!row) return undefined;
  const history = v.parse(pastStatusesSchema, JSON.parse(row.statusHistory));
  const submission = parseSubmissionRow(row);
  const resend = fixKind(submission) ? await findResend(db, row.id) : undefined;
  return { ...submission, history, resend };
}

/** The submission that a draft corrects; undefined where nothing is to be corrected any more. */
export async function findSubmissionToFix(
  db: Database,
  id: string,
): Promise<SubmissionToFix | undefined> {
  const { status, changesAskedAt, statusHistory: history } = submissions;
  const [row] = await db
    .select({ title: submissionTitleSql, status, changesAskedAt, history })
    .from(submissions)
    .where(eq(submissions.id, id));
  if (!row) return undefined;
  const pastStatuses = v.parse(pastStatusesSchema, JSON.parse(row.history));
  const kind = fixKind({ ...row, answer: lastOf(pastStatuses)?.answer });
  return kind && { kind, title: titleOr(row.title), reason: lastReason(pastStatuses) };
}

async function findResend(db: Database, submissionId: string): Promise<ResendStatus | undefined> {
  const [draft] = await db
    .select({
      id: submissions.id,
      reference: submissions.reference,
      at: submissions.createdAt,
    })
    .from(drafts)
    .leftJoin(submissions, eq(submissions.draftId, drafts.id))
    .where(and(eq(drafts.resendOf, submissionId), isNull(drafts.expiredAt)))
    .limit(1);
  if (!draft) return undefined;
  const { id, reference, at } = draft;
  return id === null || reference === null || at === null ? {} : { sent: { id, reference, at } };
}

export async function markSubmissionOpened(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(submissions)
    .set({ openedAt: now.toISOString() })
    .where(and(eq(submissions.id, id), isNull(submissions.openedAt)));
}
