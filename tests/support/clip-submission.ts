import { eq } from "drizzle-orm";
import { clipSubject } from "~/clips/clip-plan";
import { clipsOfSubmission } from "~/clips/clip-store.server";
import { insertJob } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import { plannedClips } from "~/submission/record/planned-clips";
import { findSubmission } from "~/submission/record/submission-store.server";
import { submissions } from "~/submission/submission-tables.server";
import { uploads } from "~/uploads/receiving/upload-tables.server";
import { pollUntil } from "./app-stores";
import type { RequestedClip } from "./clip-release";
import { jobId } from "./jobs-fixture";
import type { JobsWorker } from "./jobs-worker";

const AT = new Date("2026-11-21T12:00:00Z");
let serial = 0;

/**
 * Records a single with clips as its artist would have sent it in, and a job for each clip; nothing
 * has been told to the queue yet.
 */
export async function recordClips(
  { db, files }: JobsWorker,
  song: Uint8Array<ArrayBuffer>,
  clips: readonly RequestedClip[],
  email = `ada-${serial + 1}@example.com`,
) {
  serial += 1;
  const at = AT.toISOString();
  const [submissionId, uploadId] = [`S${serial}`, `U${serial}`];
  const key = `artists/ada-${submissionId}/audio/${uploadId}-tide.wav`;
  await files.put(key, song);
  await db.insert(uploads).values({
    ...{ id: uploadId, draftId: submissionId, kind: "track", slot: "audio:track-1" },
    ...{ fileName: "tide.wav", size: song.length, contentType: "audio/wav", key },
    ...{ multipartId: "any", partSize: song.length, state: "complete" },
    ...{ createdAt: at, updatedAt: at },
  });
  const track = {
    ...{ title: "Tide", uploadId, metadata: { soloWork: true }, socialClipsEnabled: true },
    socialClips: clips.map((times, i) => ({ id: `clip-${i + 1}`, description: "", ...times })),
  };
  await db.insert(submissions).values({
    ...{ id: submissionId, draftId: submissionId, reference: submissionId, artistName: "Ada" },
    ...{ email, releaseTitle: "Tide", files: "[]", statusHistory: "[]" },
    formData: JSON.stringify({ releaseDate: "2027-05-22", tracks: [track] }),
    ...{ replyDueAt: at, createdAt: at, updatedAt: at },
  });
  const submission = await findSubmission(db, submissionId);
  const subjects = submission ? plannedClips(submission.form).map(clipSubject) : [];
  const ids = subjects.map((_, i) => jobId(serial * 100 + i));
  for (const [i, subject] of subjects.entries())
    await insertJob(db, { id: ids[i] ?? "", type: "process-clip", submissionId, subject, at: AT });
  return { submissionId, key, ids };
}

/** A submission's jobs, once so many of the clips' have ended and the others are `done`. */
export function endedJobs({ db }: JobsWorker, submissionId: string) {
  return pollUntil(async () => {
    const rows = await db.select().from(jobs).where(eq(jobs.submissionId, submissionId));
    const open = rows.some(({ state }) => state === "waiting" || state === "running");
    return open ? undefined : rows;
  });
}

/** What came of a submission's clips. */
export const clipsFound = ({ db }: JobsWorker, submissionId: string) =>
  clipsOfSubmission(db, submissionId);
