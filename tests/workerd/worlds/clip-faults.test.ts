import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { MAX_ATTEMPTS } from "~/jobs/job-claims.server";
import { retryJob } from "~/jobs/job-history.server";
import { jobMessage } from "~/jobs/job-message";
import { jobs } from "~/jobs/job-tables.server";
import { wavBytes } from "../../fixtures/wav";
import { staffPrincipal } from "../../support/accounts";
import { pollUntil } from "../../support/app-stores";
import { endedJobs, recordClips, storedClips } from "../../support/clip-release";
import { sha256 } from "../../support/drafts";
import { startJobsWorker } from "../../support/jobs-worker";
import { openForFile } from "../../support/open-for-file";

// The whole worker, with the real queue.
const worker = await openForFile(startJobsWorker);

const song = wavBytes({ seconds: 4, sampleRate: 48_000, bits: 24 });
const firstClip = { startTime: "00:00", endTime: "00:02" };
const secondClip = { startTime: "00:02", endTime: "00:04" };
const send = async (ids: readonly string[]) => {
  for (const id of ids) await worker.send(jobMessage(id));
};
const findClips = (submissionId: string) => storedClips(worker, submissionId);
const repeat = (id: string) =>
  retryJob(worker.db, send, id, { by: staffPrincipal, now: new Date() });

/** The results of a submission's clips, once none of them is pending. */
const waitForClips = (submissionId: string) =>
  pollUntil(async () => {
    const clips = await findClips(submissionId);
    return clips.length > 0 && clips.every(({ state }) => state !== "waiting") ? clips : undefined;
  });

/** The clip jobs of a submission, and the types of the jobs that follow them. */
async function findEndedJobs(submissionId: string) {
  const rows = await endedJobs(worker, submissionId);
  const clips = rows.filter(({ type }) => type === "process-clip");
  const types = rows.filter(({ type }) => type !== "process-clip").map(({ type }) => type);
  return { clips, calledTypes: [...new Set(types)].sort() };
}

test("messages delivered twice, ten at once and out of order make one set of clips", async () => {
  const { submissionId, ids } = await recordClips(worker, song, [firstClip, secondClip]);
  await Promise.all(Array.from({ length: 10 }, () => send(ids.toReversed())));
  const { clips, calledTypes } = await findEndedJobs(submissionId);
  expect(clips.map(({ state, attempts }) => [state, attempts])).toEqual([
    ["done", 1],
    ["done", 1],
  ]);
  expect(calledTypes).toEqual(["mirror-drive", "sync-board"]);
  const clipRows = await findClips(submissionId);
  const { objects } = await worker.files.list({
    prefix: `artists/ada-${submissionId}/audio/Audio`,
  });
  expect(objects.map(({ key }) => key)).toEqual(clipRows.map(({ key }) => key));
  for (const { key, sha256: hash } of clipRows) {
    const clipObject = await worker.files.get(key ?? "");
    expect(sha256(new Uint8Array((await clipObject?.arrayBuffer()) ?? []))).toBe(hash);
  }
});

test("a track that is deleted before its clips are cut fails them with a message", async () => {
  const { submissionId, ids, key } = await recordClips(worker, song, [firstClip]);
  await worker.files.delete(key);
  await send(ids);
  const { clips, calledTypes } = await findEndedJobs(submissionId);
  const text = "The track's file is no longer in storage.";
  expect(clips).toMatchObject([{ state: "failed" }]);
  expect(clips[0]?.lastError).toBe(`source-gone: ${text}`);
  expect(await findClips(submissionId)).toMatchObject([{ state: "failed", reason: text }]);
  expect(calledTypes).toContain("sync-board");
});

test("a clip past the end of its track says so, and the others are cut", async () => {
  const past = { startTime: "02:00", endTime: "02:30" };
  const { submissionId, ids } = await recordClips(worker, song, [past, firstClip]);
  await send(ids);
  const { clips } = await findEndedJobs(submissionId);
  const text = "The clip starts at 02:00, after the end of the track at 00:04.";
  expect(clips.map(({ state, lastError }) => [state, lastError])).toEqual([
    ["failed", `no-such-stretch: ${text}`],
    ["done", null],
  ]);
  expect(await findClips(submissionId)).toMatchObject([
    { state: "failed", reason: text, key: null },
    { state: "cut", reason: "" },
  ]);
});

test("a track that is deleted when its clips are cut again removes none of them", async () => {
  const { submissionId, ids, key } = await recordClips(worker, song, [firstClip, secondClip]);
  await send(ids);
  await findEndedJobs(submissionId);
  const before = await findClips(submissionId);
  expect(before.map(({ state }) => state)).toEqual(["cut", "cut"]);
  await worker.files.delete(key);
  // The object of the second clip is deleted too, so there is nothing to keep.
  await worker.files.delete(before[1]?.key ?? "");
  await worker.db.update(jobs).set({ state: "waiting" }).where(eq(jobs.type, "process-clip"));
  await send(ids);
  const { clips } = await findEndedJobs(submissionId);
  expect(clips.map(({ lastError }) => lastError)).toEqual(
    clips.map(() => "source-gone: The track's file is no longer in storage."),
  );
  const [finishedClip, lostClip] = await findClips(submissionId);
  expect(finishedClip).toEqual(before[0]);
  expect(lostClip).toMatchObject({ state: "failed", key: null });

  await worker.files.put(key, song);
  for (const id of ids) expect(await repeat(id)).toMatchObject({ id });
  await findEndedJobs(submissionId);
  expect(await findClips(submissionId)).toEqual(before);
});

test("a track that storage cuts short is tried again, and nothing of it is stored", async () => {
  const { submissionId, ids, key } = await recordClips(worker, song, [secondClip]);
  await worker.files.put(key, song.subarray(0, song.length - 100_000));
  await send(ids);
  const job = await pollUntil(async () => {
    const [row] = await worker.db.select().from(jobs).where(eq(jobs.submissionId, submissionId));
    return row?.lastError ? row : undefined;
  });
  expect(job).toMatchObject({
    state: "waiting",
    lastError: "Error: The source ended 100000 bytes early",
  });
  const prefix = `artists/ada-${submissionId}/audio/Audio`;
  expect((await worker.files.list({ prefix })).objects).toEqual([]);
  expect(await findClips(submissionId)).toMatchObject([{ state: "waiting" }]);
});

test("a clip that fails for good does not hold back the others", async () => {
  const { submissionId, ids, key } = await recordClips(worker, song, [firstClip, secondClip]);
  await worker.files.put(key, song.subarray(0, song.length - 100_000));
  const last = { attempts: MAX_ATTEMPTS - 1 };
  await worker.db
    .update(jobs)
    .set(last)
    .where(eq(jobs.id, ids[1] ?? ""));
  await send(ids);
  expect(await waitForClips(submissionId)).toMatchObject([
    { state: "cut" },
    { state: "failed", reason: expect.stringContaining("couldn't cut it") },
  ]);
  const types = await pollUntil(async () => {
    const { calledTypes } = await findEndedJobs(submissionId);
    return calledTypes.length > 2 ? calledTypes : undefined;
  });
  // The mail is to staff.
  expect(types).toEqual(["mirror-drive", "send-mail", "sync-board"]);
});

test("a clip whose message the queue gives up says so, even without any attempt", async () => {
  const { submissionId, ids } = await recordClips(worker, song, [firstClip]);
  await worker.binding
    .prepare(
      `CREATE TRIGGER away BEFORE UPDATE ON jobs WHEN NEW.state = 'running'
       AND NEW.type = 'process-clip' BEGIN SELECT RAISE(ABORT, 'away on purpose'); END`,
    )
    .run();
  await send(ids);
  const { clips } = await findEndedJobs(submissionId);
  expect(clips).toMatchObject([{ state: "failed", attempts: 0 }]);
  expect(await waitForClips(submissionId)).toMatchObject([{ state: "failed" }]);
  await worker.binding.prepare("DROP TRIGGER away").run();
  expect(await repeat(ids[0] ?? "")).toMatchObject({ id: ids[0] });
  await findEndedJobs(submissionId);
  expect(await findClips(submissionId)).toMatchObject([{ state: "cut", reason: "" }]);
});

test("an upload that was never finished has no clips, and says so", async () => {
  const { submissionId, ids } = await recordClips(worker, song, [firstClip]);
  await worker.db.update(uploads).set({ state: "open" }).where(eq(uploads.draftId, submissionId));
  await send(ids);
  await findEndedJobs(submissionId);
  expect(await findClips(submissionId)).toMatchObject([
    { state: "failed", reason: expect.stringContaining("never stored") },
  ]);
});
