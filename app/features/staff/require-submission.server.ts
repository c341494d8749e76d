import { packageReaders } from "~/domain/delivery/package-readers.server";
import { readPackagedRelease } from "~/domain/review/package/packaged-release.server";
import { restoreArchived } from "~/domain/submission/record/archive/restore-submission.server";
import { findSubmission } from "~/domain/submission/record/submission-store.server";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";

export const NO_SUBMISSION = "There's no submission at this address.";

/** @throws Response 404 if there is no such submission. */
export async function requireSubmission({ db }: Pick<AppContext, "db">, id = "") {
  const submission = await findSubmission(db, id.slice(0, 40));
  if (!submission) throw refusal(404, NO_SUBMISSION);
  return submission;
}

/**
 * A submission as its package has it; one in the archive is brought back for that.
 * @throws Response 404 if there is no such submission.
 */
export async function requirePackaged(context: AppContext, id: string, { isHead = false } = {}) {
  if (!isHead) await restoreArchived(context, id);
  const packaged = await readPackagedRelease(context.db, id, context.clock(), packageReaders);
  if (!packaged) throw refusal(404, NO_SUBMISSION);
  return packaged;
}
