import { createHash } from "node:crypto";
import * as v from "valibot";
import { expect } from "vitest";
import { jobsOfSubmission } from "~/domain/submission/record/record-submission.server";
import { releaseFormSchema } from "~/domain/submission/record/release-form";
import { submissions } from "~/domain/submission/submission-tables.server";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import { insertJob } from "~/jobs/job-store.server";
import { randomIds } from "~/platform/ids";
import { wavBytes } from "../fixtures/wav";
import { HURRY, pollUntil } from "./app-stores";
import { coverBytes } from "./drafts";
import { createQueueFixture, type QueueFixture } from "./queue-fixture";
import { type SmtpServer, startSmtpServer } from "./smtp-server";

const SUBMISSION = "S1";
const ADDRESS = "ada@example.com";
export const TRACK_KEY = "artists/ada-s1/audio/u1-engine.wav";
/** A track that is resampled and dithered for clips, several chunks long. */
const track = wavBytes({ seconds: 3.5, bits: 24 });
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const form = v.parse(releaseFormSchema, {
  artistName: "Ada",
  email: ADDRESS,
  city: "London",
  releaseTitle: "Engine",
  releaseDate: "2027-05-01",
  artworkUploadId: "u2",
  tracks: [
    {
      title: "Engine",
      uploadId: "u1",
      metadata: { soloWork: true },
      socialClipsEnabled: true,
      socialClips: [
        { id: "clip-1", startTime: "00:00", endTime: "00:02" },
        { id: "clip-2", startTime: "00:01", endTime: "00:03" },
      ],
    },
  ],
});

/** Puts the track's file into the bucket. */
export const storeTrack = (fixture: QueueFixture) => fixture.files().put(TRACK_KEY, track);

/**
 * Records a single with two clips, always the same, as 'Submit Music' does, without sending its jobs.
 * @returns the ids of its jobs, by type; clips in their order.
 */
export async function recordSingle(fixture: QueueFixture) {
  const db = fixture.db();
  const createdAt = new Date();
  const times = { createdAt: createdAt.toISOString(), updatedAt: createdAt.toISOString() };
  const files = [
    { uploadId: "u1", kind: "track", slot: "audio:track-1", key: TRACK_KEY, bytes: track },
    {
      uploadId: "u2",
      kind: "artwork",
      slot: "artwork",
      key: "artists/ada-s1/u2.jpg",
      bytes: coverBytes,
    },
  ].map(({ bytes, ...file }) => {
    const isTrack = file.kind === "track";
    const contentType = isTrack ? "audio/wav" : "image/jpeg";
    const fileName = isTrack ? "engine.wav" : "cover.jpg";
    return { ...file, bytes, contentType, fileName, size: bytes.length, sha256: sha256(bytes) };
  });
  for (const { bytes, uploadId: id, ...file } of files) {
    await fixture.files().put(file.key, bytes);
    const uploadRow = { id, draftId: "D1", multipartId: "", partSize: 0, state: "complete" };
    await db.insert(uploads).values({ ...uploadRow, ...file, ...times });
  }
  await db.insert(submissions).values({
    id: SUBMISSION,
    draftId: "D1",
    reference: "ABCDE-00001",
    artistName: form.artistName,
    email: ADDRESS,
    releaseTitle: form.releaseTitle,
    formData: JSON.stringify(form),
    files: JSON.stringify(files.map(({ bytes: _, ...file }) => file)),
    statusHistory: "[]",
    replyDueAt: new Date(createdAt.getTime() + 864e6).toISOString(),
    ...times,
  });
  const jobs = jobsOfSubmission(form).map((job) => ({ ...job, id: randomIds.next(createdAt) }));
  for (const job of jobs)
    await insertJob(db, { ...job, submissionId: SUBMISSION, requestId: "R1", at: createdAt });
  return {
    ids: jobs.map(({ id }) => id),
    id: (type: (typeof jobs)[number]["type"]) => jobs.find((job) => job.type === type)?.id ?? "",
  };
}

/** Records a single and sends its jobs to the queue. */
export async function sendSingle(fixture: QueueFixture) {
  const single = await recordSingle(fixture);
  await fixture.send(single.ids);
  return single;
}

/** Waits until a job's first attempt has failed. @returns seconds until the next attempt. */
export async function retryDelay(fixture: QueueFixture, id: string, seconds = 50): Promise<number> {
  await pollUntil(
    async () => ((await jobAttempts(fixture, id)).length > 0 ? true : undefined),
    seconds,
  );
  const row = await waitForJobState(fixture, id, "waiting");
  return (Date.parse(String(row.due_at)) - Date.parse(String(row.updated_at))) / 1000;
}

/** Waits until a job is in a state; returns its row. */
export function waitForJobState(fixture: QueueFixture, id: string, state: string, seconds = 50) {
  return pollUntil(async () => {
    const [row] = await fixture.rows("SELECT * FROM jobs WHERE id = ?", id);
    return row?.state === state ? row : undefined;
  }, seconds);
}

/** The outcomes of a job's attempts. */
export async function jobAttempts(fixture: QueueFixture, id: string): Promise<string[]> {
  const sql = "SELECT outcome, reason FROM job_events WHERE job_id = ? ORDER BY id";
  const events = await fixture.rows(sql, id);
  return events.map(({ outcome, reason }) => (reason ? `${outcome} ${reason}` : String(outcome)));
}

/**
 * The outcomes of a board job's attempts, without those that depend on the speed of other jobs of the
 * submission.
 */
export async function boardAttempts(fixture: QueueFixture, sync: string): Promise<string[]> {
  const chance = ["retry IDEMPOTENCY_CONFLICT", "again more-to-write"];
  return (await jobAttempts(fixture, sync)).filter((attempt) => !chance.includes(attempt));
}

/** Makes a waiting job due, and sends its message as the queue would then. */
export async function advanceJobTime(fixture: QueueFixture, id: string): Promise<void> {
  await fixture.rows("UPDATE jobs SET due_at = NULL, lease_until = '2026-01-01' WHERE id = ?", id);
  await fixture.send([id]);
}

interface Item {
  id: string;
  item_id: string;
  column_values: { submission_id?: string };
}

/**
 * Waits until all jobs are done, and expects everything exactly once: one item with one update, both
 * clips, every file on the drive, one mail.
 * @returns the hashes of the clips.
 */
export async function expectAllDoneOnce(
  fixture: QueueFixture,
  office: SmtpServer,
): Promise<string[]> {
  const findOpenJobs = () => fixture.rows("SELECT * FROM jobs WHERE state <> 'done'");
  await pollUntil(async () => {
    const hurriedJobs = await fixture.rows(HURRY, SUBMISSION);
    if (hurriedJobs.length > 0) await fixture.send(hurriedJobs.map(({ id }) => String(id)));
    const sentMails = await fixture.rows("SELECT id FROM mail_outbox WHERE state = 'sent'");
    return sentMails.length > 0 && (await findOpenJobs()).length === 0 ? true : undefined;
  }, 50).catch(async (cause: unknown) => {
    throw new Error(`These jobs are not done: ${JSON.stringify(await findOpenJobs())}`, { cause });
  });
  const duplicates = await fixture.rows(
    `SELECT job_id FROM job_events WHERE outcome = 'done' GROUP BY job_id HAVING count(*) > 1`,
  );
  expect(duplicates).toEqual([]);

  const items = (await fixture.call("monday/items")) as Item[];
  expect(items.map(({ column_values }) => column_values.submission_id)).toEqual([SUBMISSION]);
  const updates = (await fixture.call("monday/updates")) as Item[];
  expect(updates.map(({ item_id }) => item_id)).toEqual([items[0]?.id]);
  const [row] = await fixture.rows("SELECT monday_item_id FROM submissions");
  expect(row?.monday_item_id).toBe(items[0]?.id);

  const clips = await fixture.rows("SELECT * FROM social_clips ORDER BY number");
  expect(clips.map(({ state }) => state)).toEqual(["cut", "cut"]);
  const { objects } = await fixture.files().list({ prefix: "artists/ada-s1/audio/Audio Clips/" });
  expect(objects.map(({ key }) => key)).toEqual(clips.map(({ key }) => key));
  for (const { key, sha256: clipHash } of clips) {
    const clipObject = await fixture.files().get(String(key));
    expect(sha256(new Uint8Array((await clipObject?.arrayBuffer()) ?? []))).toBe(clipHash);
  }

  const driveFiles = (await fixture.call("drive/files")) as { name: string; trashed: boolean }[];
  expect(
    driveFiles
      .filter(({ trashed }) => !trashed)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    ...["01 Engine.wav", "Ada (ABCDE-00001)", "Artwork.jpg", "Audio Clips"],
    ...["Engine - clip 1.wav", "Engine - clip 2.wav", "audio", "images"],
  ]);

  const artistMails = office.mailbox.filter(({ recipients }) => recipients.includes(ADDRESS));
  expect(artistMails.map(({ parsed: read }) => read.subject)).toEqual([
    "We received your submission (ABCDE-00001)",
  ]);
  return clips.map((clip) => String(clip.sha256));
}

/** The board fails once with this mode at this call, for which the job waits. */
export interface BoardFault {
  mode: string;
  at: string;
  reason: string;
  /** Seconds that the job waits at least. */
  least: number;
}

/** Sends a single to a board with a fault: its job is delayed, then everything exists once. */
export async function expectDelayOnly(
  { fixture, office, hashes }: Awaited<ReturnType<typeof undisturbedRun>>,
  { mode, at, reason, least }: BoardFault,
): Promise<void> {
  await fixture.call("monday/fail", { mode, call: at });
  const sync = (await sendSingle(fixture)).id("sync-board");
  const wait = await retryDelay(fixture, sync);
  expect(wait).toBeGreaterThanOrEqual(least);
  expect(wait).toBeLessThanOrEqual(least * 1.6 + 1);
  await advanceJobTime(fixture, sync);
  expect(await expectAllDoneOnce(fixture, office)).toEqual(hashes);
  expect(await boardAttempts(fixture, sync)).toEqual([
    `retry ${reason}`,
    expect.stringMatching(/^done/),
  ]);
}

/**
 * Starts a mail server and the workers, and processes one single without faults.
 * @returns them, and the hashes of the clips, which must be equal in every other run.
 */
export async function undisturbedRun(tls: Parameters<typeof startSmtpServer>[0]) {
  const office = await startSmtpServer(tls);
  const fixture = await createQueueFixture(office);
  const { ids } = await recordSingle(fixture);
  await fixture.send(ids);
  const close = async () => {
    await fixture.close();
    await office.close();
  };
  return { office, fixture, hashes: await expectAllDoneOnce(fixture, office), close };
}
