import { packageReaders } from "~/domain/delivery/package-readers.server";
import { announceRelease } from "~/domain/review/ern/release-message";
import { readPackagedRelease } from "~/domain/review/package/packaged-release.server";
import { restoreArchived } from "~/domain/submission/record/archive/restore-submission.server";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";

const NO_SUBMISSION = "There's no submission at this address.";

/**
 * A submission with its message, or with what that lacks.
 * @throws Response 404 if there is no such submission.
 */
export async function readRelease(context: AppContext, id: string) {
  const { db, clock, settings } = context;
  await restoreArchived(context, id);
  const packaged = await readPackagedRelease(db, id, clock(), packageReaders);
  if (!packaged) throw refusal(404, NO_SUBMISSION);
  const announced = announceRelease(packaged.release, packaged.files, settings);
  return { packaged, announced, lacks: "lacks" in announced ? announced.lacks : [] };
}
