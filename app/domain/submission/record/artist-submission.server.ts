import { and, eq, isNull } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { drafts, submissions } from "../submission-tables.server";
import { accountSubmissionRow } from "./account-submissions.server";
import { titleOr } from "./release-card";
import { parseSubmissionRow, type Submission } from "./submission-store.server";
import type { RejectedSubmission, ResendStatus } from "./submission-view";
import { type PastStatus, rejectionReason, withoutUndone } from "./timeline";
import { submissionTitleSql } from "./title-sql.server";

const historySchema = v.array(
  v.object({
    status: v.string(),
    at: v.string(),
    reason: v.optional(v.string()),
    id: v.optional(v.string()),
    undone: v.optional(v.string()),
  }),
);

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
  const history = withoutUndone(v.parse(historySchema, JSON.parse(row.statusHistory)));
  const resend = row.status === "rejected" ? await findResend(db, row.id) : undefined;
  return { ...parseSubmissionRow(row), history, resend };
}

/** The submission that a draft corrects; undefined where it is no longer rejected. */
export async function findRejectedSubmission(
  db: Database,
  id: string,
): Promise<RejectedSubmission | undefined> {
  const [row] = await db
    .select({ title: submissionTitleSql, history: submissions.statusHistory })
    .from(submissions)
    .where(and(eq(submissions.id, id), eq(submissions.status, "rejected")));
  if (!row) return undefined;
  const history = withoutUndone(v.parse(historySchema, JSON.parse(row.history)));
  return { title: titleOr(row.title), reason: rejectionReason(history) };
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
