import type { DistributionDetails } from "~/domain/submission/record/distribution-details";
import {
  findSubmission,
  type Submission,
} from "~/domain/submission/record/submission-store.server";
import { type Probe, pictureOf } from "~/domain/uploads/probe";
import { filesOfSubmittedDraft } from "~/domain/uploads/receiving/upload-store.server";
import type { Database } from "~/platform/database.server";
import { trackFindingsOf } from "../track-findings.server";
import { type CutClip, packageFiles, type RightsProof } from "./package-files";
import type { AudioFacts } from "./release-model";

/** What other rooms know of a submission. */
export interface PackageReaders {
  details: (
    db: Database,
    submission: Submission,
    now: Date,
  ) => Promise<DistributionDetails | undefined>;
  proofs: (db: Database, submission: Submission) => Promise<readonly RightsProof[]>;
  clips: (db: Database, submissionId: string) => Promise<readonly CutClip[]>;
}

/** The sound of each track, by upload. */
export function audioOf(
  uploads: readonly { id: string; probe?: Probe | null | undefined }[],
): Record<string, AudioFacts> {
  const facts = uploads.flatMap(({ id, probe }) => {
    if (probe?.kind !== "wav") return [];
    const { seconds, channels, sampleRate, bitsPerSample } = probe;
    return [[id, { seconds, channels, sampleRate, bitsPerSample }] as const];
  });
  return Object.fromEntries(facts);
}

/** All that a package, a sheet or a message tells of a submission; undefined if there is none. */
export async function readPackagedRelease(
  db: Database,
  id: string,
  now: Date,
  readers: PackageReaders,
) {
  const submission = await findSubmission(db, id);
  if (!submission) return undefined;
  const { form } = submission;
  const trackIds = form.tracks.flatMap(({ uploadId }) => uploadId ?? []);
  const [clips, uploads, proofs, details, findings] = await Promise.all([
    readers.clips(db, id),
    filesOfSubmittedDraft(db, submission.draftId),
    readers.proofs(db, submission),
    readers.details(db, submission, now),
    trackFindingsOf(db, trackIds),
  ]);
  const files = packageFiles(form, submission.files, clips, proofs);
  const pictures = uploads.flatMap(({ id, probe }) => {
    const picture = pictureOf(probe);
    return picture ? [[id, picture] as const] : [];
  });
  const release = {
    ...{ ...submission, details, findings },
    pictures: Object.fromEntries(pictures),
    audio: audioOf(uploads),
  };
  return { release, files, uploads };
}
