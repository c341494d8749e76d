import { clipSubject } from "~/clips/clip-plan";
import type { JobType } from "~/jobs/job-types";
import type { ReleaseForm } from "./release-form";

/** Something to be done for a submission. */
export interface SubmissionJob {
  type: JobType;
  /** What of the submission it is about, where there are several of its type. */
  subject: string;
}

/** What a submission needs of the worker; of each track with clips, one job for each of them. */
export function jobsOfSubmission({ tracks }: Pick<ReleaseForm, "tracks">): SubmissionJob[] {
  const clips = tracks.flatMap(({ uploadId, socialClipsEnabled, socialClips }) =>
    uploadId && socialClipsEnabled
      ? socialClips.map(({ id: clipId }) => clipSubject({ uploadId, clipId }))
      : [],
  );
  return [
    { type: "sync-board", subject: "" },
    { type: "confirm-by-mail", subject: "" },
    { type: "mirror-drive", subject: "" },
    // Ids are the pages' own; two that are the same would be one job in the table.
    ...[...new Set(clips)].map((subject) => ({ type: "process-clip" as const, subject })),
  ];
}
