import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { trackFindingsOf } from "~/domain/review/track-findings.server";
import { queueUnmeasuredTracks } from "~/domain/review/unmeasured-tracks.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { trackFindings, uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { jobMessage } from "~/jobs/job-message";
import { insertJob } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import { randomIds } from "~/platform/ids";
import { wavBytes } from "../../fixtures/wav";
import { endedJobs } from "../../support/clip-release";
import { startJobsWorker } from "../../support/jobs-worker";
import { openForFile } from "../../support/open-for-file";
import { submissionRow } from "../../support/submission-row";

// The whole worker, with the real queue.
const worker = await openForFile(startJobsWorker);
const { db, files } = worker;

const AT = new Date("2026-11-21T12:00:00Z");
const song = wavBytes({ seconds: 2, sampleRate: 44_100, bits: 16 });
let serial = 0;

interface RecordedTrack {
  /** Nothing is in storage without them. */
  bytes?: Uint8Array<ArrayBuffer> | undefined;
  size?: number;
  origin?: string;
  state?: string;
  status?: string;
}

/** Records a submission of one track, without a job. */
async function recordTrack({ bytes, size, origin, state, status }: RecordedTrack) {
  serial += 1;
  const createdAt = AT.toISOString();
  const [submissionId, uploadId] = [`S${serial}`, `U${serial}`];
  const key = `artists/ada-${submissionId}/audio/${uploadId}-tide.wav`;
  if (bytes) await files.put(key, bytes);
  await db.insert(uploads).values({
    id: uploadId,
    draftId: submissionId,
    kind: "track",
    slot: "audio:track-1",
    fileName: "tide.wav",
    size: size ?? bytes?.length ?? 1_000,
    contentType: "audio/wav",
    key,
    origin,
    multipartId: "any",
    partSize: 1_000,
    state: state ?? "complete",
    createdAt,
    updatedAt: createdAt,
  });
  const storedFiles = JSON.stringify([
    { uploadId: `P${serial}`, kind: "artwork" },
    { uploadId, kind: "track" },
  ]);
  await db
    .insert(submissions)
    .values(submissionRow({ id: submissionId, createdAt, files: storedFiles, status }));
  return { submissionId, uploadId };
}

/** Records a track and measures it in the worker; returns its job and its findings. */
async function measure(track: RecordedTrack) {
  const { submissionId, uploadId } = await recordTrack(track);
  const id = randomIds.next(new Date());
  await insertJob(db, { id, type: "measure-track", submissionId, subject: uploadId, at: AT });
  await worker.send(jobMessage(id));
  const [job] = await endedJobs(worker, submissionId);
  const findings = await trackFindingsOf(db, [uploadId]);
  return { uploadId, state: job?.state, error: job?.lastError, findings: findings[uploadId] };
}

test("a track is measured by a job, with everything that staff are told of it", async () => {
  const { state, findings } = await measure({ bytes: song });
  expect(state).toBe("done");
  expect(findings).toMatchObject({
    seconds: 2,
    channels: 2,
    peak: expect.any(Number),
    truePeak: expect.any(Number),
    loudness: expect.any(Number),
    clipping: { runs: expect.any(Number) },
    silence: { head: expect.any(Number), tail: expect.any(Number) },
    same: expect.any(Boolean),
    waveform: expect.any(Array),
  });
});

test("a file that cannot be measured says so and is not tried again", async () => {
  const noise = new Uint8Array(2_000).fill(7);
  expect(await measure({ bytes: noise })).toMatchObject({ state: "done", findings: null });
});

test("a file that has gone from storage fails the job, and a truncated one is not measured", async () => {
  const gone = await measure({});
  expect(gone).toMatchObject({ state: "failed", findings: undefined });
  expect(gone.error).toBe("source-gone: The track's file is no longer in storage.");
  const { submissionId, uploadId } = await recordTrack({ bytes: song, size: song.length + 10 });
  const id = randomIds.next(new Date());
  await insertJob(db, { id, type: "measure-track", submissionId, subject: uploadId, at: AT });
  await worker.send(jobMessage(id));
  await expect
    .poll(async () => (await db.select().from(jobs).where(eq(jobs.id, id)))[0]?.lastError)
    .toMatch(/ended 10 bytes early/);
  expect(await trackFindingsOf(db, [uploadId])).toEqual({});
});

test("a file that was deleted meanwhile is left alone", async () => {
  const deleted = await measure({ bytes: song, state: "left" });
  expect(deleted).toMatchObject({ state: "done", findings: undefined });
});

test("a track that was sent again takes over what was found before", async () => {
  const first = await measure({ bytes: song });
  // Nothing is stored under its own key: reading it would fail.
  const again = await measure({ origin: first.uploadId });
  expect([again.state, again.findings]).toEqual(["done", first.findings]);
});

test("earlier submissions that wait for a decision get their jobs, some at a time and once", async () => {
  await db.delete(submissions);
  await db.delete(jobs);
  const waiting = await recordTrack({ bytes: song });
  const inProgress = await recordTrack({ bytes: song, status: "in progress" });
  await recordTrack({ bytes: song, status: "rejected" });
  const measured = await recordTrack({ bytes: song });
  await db
    .insert(trackFindings)
    .values({ uploadId: measured.uploadId, findings: "null", createdAt: AT.toISOString() });
  const queue = () => queueUnmeasuredTracks({ db, ids: randomIds }, new Date(), 1);
  const queued = [...(await queue()), ...(await queue())];
  expect(await queue()).toEqual([]);
  expect(queued).toHaveLength(2);
  const rows = await db.select().from(jobs);
  expect(rows.map(({ subject }) => subject).sort()).toEqual(
    [waiting.uploadId, inProgress.uploadId].sort(),
  );
  for (const id of queued) await worker.send(jobMessage(id));
  for (const { submissionId } of [waiting, inProgress])
    expect((await endedJobs(worker, submissionId)).map(({ state }) => state)).toEqual(["done"]);
});
