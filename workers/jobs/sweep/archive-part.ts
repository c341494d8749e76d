import {
  archiveSubmission,
  findArchivable,
} from "~/domain/submission/record/archive/archive-submission.server";
import { processEach } from "./process-each";
import type { SweepDeps } from "./sweep-deps";

/** Each costs some ten calls, and an invocation may make a thousand: 5,760 a day. */
const SUBMISSIONS_PER_SWEEP = 20;

/** Moves the details of closed submissions to the archive. @returns how many. */
export async function archiveClosed({ db, log, now, calls }: SweepDeps): Promise<number> {
  const { store: archive, afterDays } = calls.archive;
  if (afterDays === 0) return 0;
  const ids = await findArchivable(db, { now: now(), afterDays, limit: SUBMISSIONS_PER_SWEEP });
  const toLogFields = (submissionId: string) => ({ submissionId });
  return processEach(ids, { part: "archive", log, toLogFields }, async (id) => {
    const isArchived = await archiveSubmission({ db, archive, now: now() }, id);
    if (isArchived) log("info", "submission.archived", toLogFields(id));
    return isArchived;
  });
}
