import { compareVersions, hasSameFiles, previousTracks } from "~/domain/review/compare-versions";
import { loadStatusHistory } from "~/domain/review/status-history.server";
import { trackFindingsOf } from "~/domain/review/track-findings.server";
import { restoreArchived } from "~/domain/submission/record/archive/restore-submission.server";
import { findReplacement } from "~/domain/submission/record/replacement.server";
import {
  findSubmission,
  type Submission,
} from "~/domain/submission/record/submission-store.server";
import { filePath } from "~/domain/uploads/upload";
import type { AppContext } from "~/session/app-context";

/** What each track of a new version replaces: its sound, and what was found in it. */
async function loadPreviousTracks(db: AppContext["db"], before: Submission, now: Submission) {
  const previous = previousTracks(now, before);
  const ids = previous.flatMap((track) => track?.file.uploadId ?? []);
  const findings = await trackFindingsOf(db, ids);
  return previous.map((track) => {
    if (!track || track.isSameFile) return undefined;
    const { uploadId, fileName } = track.file;
    return { src: filePath({ id: uploadId, fileName }), findings: findings[uploadId] ?? undefined };
  });
}

/** What its artist was asked for, or told, before they sent it again. */
async function loadRequest(db: AppContext["db"], { id }: Submission) {
  const history = await loadStatusHistory(db, { id, kind: "submission" });
  const last = history.findLast(({ reason }) => reason);
  return last && { text: last.reason ?? "", by: last.by, at: last.at };
}

/** The other version of a release that was sent again, compared; undefined if there is none. */
export async function loadVersions(context: AppContext, submission: Submission) {
  const { db } = context;
  const newer = await findReplacement(db, submission.id);
  const otherId = newer?.id ?? submission.resendOf;
  if (!otherId) return undefined;
  await restoreArchived(context, otherId);
  const other = await findSubmission(db, otherId);
  if (!other) return undefined;
  const [before, now] = newer ? [submission, other] : [other, submission];
  return {
    /** The version that this one replaces, or the one that replaced it. */
    other: { id: other.id, reference: other.reference, at: other.createdAt },
    isOtherNewer: newer !== undefined,
    fields: compareVersions(before, now),
    hasSameFiles: hasSameFiles(before, now),
    request: newer ? undefined : await loadRequest(db, before),
    previousTracks: newer ? [] : await loadPreviousTracks(db, before, now),
  };
}
