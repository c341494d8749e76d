import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { insertJob } from "~/jobs/job-store.server";
import type { ReviewPost, ReviewPostResult } from "./review-post-types.server";

/** Writes the status that an entry has here to the board once more. */
export async function setBoardBack({
  context,
  by: actor,
  item: { id: submissionId },
}: ReviewPost): Promise<ReviewPostResult> {
  const { db, ids, clock, sendJobs, scope } = context;
  const now = clock();
  const jobId = ids.next(now);
  const { requestId } = scope;
  const job = { id: jobId, type: "set-board-status", submissionId, subject: jobId } as const;
  await db.batch([
    insertJob(db, { ...job, requestId, at: now }),
    auditEntryOf(context, actor, { action: "board-set-back", subject: submissionId })(),
  ]);
  await sendJobs([jobId], { submissionId });
  return { noticeCode: "board-back" };
}
