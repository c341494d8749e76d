import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clipPath } from "~/domain/clips/clip-path";
import { signPath } from "~/platform/signed-link";
import { staffMember } from "../support/accounts";
import { hurryJobs, openAppStores, pollUntil } from "../support/app-stores";
import { appUnderTest } from "../support/app-under-test";
import { addClipJob, cutInProcess, submitWithClips } from "../support/clip-release";
import { sha256 } from "../support/drafts";
import { openForFile } from "../support/open-for-file";
import { dateInDays, Visitor } from "../support/visitor";

const inside = await openForFile(openAppStores);

const clipTimes = [
  { startTime: "00:01", endTime: "00:31" },
  { startTime: "00:20", endTime: "01:20" },
];

async function sweep() {
  const body = JSON.stringify({ minAgeSeconds: 0 });
  expect(
    (await fetch(`${appUnderTest().url}/sandbox/sweep`, { method: "POST", body })).status,
  ).toBe(200);
}

const findClips = (submissionId: string) =>
  inside.rows("SELECT * FROM social_clips WHERE submission_id = ? ORDER BY number", submissionId);

/** The clips' jobs once all of them have ended. */
const waitForClipJobs = (submissionId: string, count: number) =>
  pollUntil(async () => {
    await hurryJobs(inside, submissionId);
    const sql =
      "SELECT * FROM jobs WHERE submission_id = ? AND type = 'process-clip' ORDER BY subject";
    const rows = await inside.rows(sql, submissionId);
    const open = rows.some(({ state }) => state !== "done" && state !== "failed");
    return rows.length === count && !open ? rows : undefined;
  });

async function retryClips(submissionId: string) {
  const timestamp = new Date(Date.now() - 1000).toISOString();
  const sql =
    "UPDATE jobs SET state = 'waiting', attempts = 0, updated_at = ? WHERE submission_id = ? AND type = 'process-clip'";
  await inside.rows(sql, timestamp, submissionId);
  // Twice: the second message meets jobs that run or are done.
  await Promise.all([sweep(), sweep()]);
}

test("clips of a track lie in 'Audio Clips' as 16 bit, 44.1 kHz, stereo, and stay the same bytes", async () => {
  const visitor = new Visitor();
  const wav = { seconds: 40.5, sampleRate: 48_000, bits: 16, channels: 1 };
  const { song, submissionId, uploadId, key } = await submitWithClips(
    inside,
    visitor,
    wav,
    clipTimes,
  );
  for (const clip of ["clip-1", "clip-2"])
    await addClipJob(inside, submissionId, `${uploadId}:${clip}`);
  await Promise.all([sweep(), sweep()]);
  const jobs = await waitForClipJobs(submissionId, 2);
  expect(jobs.map(({ state, last_error }) => [state, last_error])).toEqual([
    ["done", null],
    ["done", null],
  ]);
  const folder = `${key.split("/").slice(0, 2).join("/")}/audio/Audio Clips`;
  const rows = await findClips(submissionId);
  expect(rows).toMatchObject([
    { state: "cut", note: "", key: `${folder}/Night Ferry - clip 1.wav`, frames: 30 * 44_100 },
    {
      state: "cut",
      note: "It was to end at 01:20, but the track ends at 00:40: it lasts 20.5 seconds.",
      key: `${folder}/Night Ferry - clip 2.wav`,
      frames: 20.5 * 44_100,
    },
  ]);
  expect(rows.map(({ release_date }) => release_date)).toEqual([dateInDays(39), dateInDays(39)]);
  for (const [index, [from, to]] of [[1, 31] as const, [20, 80] as const].entries()) {
    const clipBytes = await inside.object(String(rows[index]?.key));
    expect(sha256(clipBytes ?? new Uint8Array())).toBe(rows[index]?.sha256);
    expect(clipBytes?.length).toBe(rows[index]?.bytes);
    const samples = new Int16Array(clipBytes?.slice(44).buffer ?? new ArrayBuffer(0));
    const here = (await cutInProcess(song, from, to)).samples;
    // The dither is another, so no sample may be further off than it can move two roundings.
    expect(samples.length).toBe(here.length);
    const off = samples.reduce(
      (most, value, i) => Math.max(most, Math.abs(value - (here[i] ?? 0))),
      0,
    );
    expect(off).toBeGreaterThan(0);
    expect(off).toBeLessThanOrEqual(3);
  }

  await retryClips(submissionId);
  await waitForClipJobs(submissionId, 2);
  const repeated = await findClips(submissionId);
  expect(repeated.map((row) => row.sha256)).toEqual(rows.map((row) => row.sha256));
  expect(repeated).toHaveLength(2);

  const name = { submissionId, uploadId, clipId: "clip-1" };
  const path = clipPath(name, "Night Ferry - clip 1.wav");
  const mine = await visitor.send(path);
  expect([mine.status, mine.headers.get("Content-Type")]).toEqual([200, "audio/wav"]);
  expect(sha256(new Uint8Array(await mine.arrayBuffer()))).toBe(rows[0]?.sha256);
  const part = await visitor.send(path, { headers: { Range: "bytes=0-3" } });
  expect([part.status, await part.text()]).toEqual([206, "RIFF"]);
  expect((await new Visitor().send(path)).status).toBe(404);
  expect((await visitor.send(path.replace("clip-1", "clip-9"))).status).toBe(404);
  const secret = readFileSync(join(appUnderTest().stateDir, "signing-secret"), "utf8").trim();
  const signedPath = await signPath(secret, path, new Date(Date.now() + 60_000));
  expect((await new Visitor().send(signedPath)).status).toBe(200);
  const other = signedPath.replace("clip-1/", "clip-2/");
  expect((await new Visitor().send(other)).status).toBe(403);
});

test("surround is folded down and turned down by what would overload, with a note", async () => {
  const wav = { seconds: 4, sampleRate: 48_000, bits: 24, channels: 6, extensible: true };
  const submission = await submitWithClips(inside, new Visitor(), wav, clipTimes.slice(0, 1));
  const { submissionId, uploadId } = submission;
  await addClipJob(inside, submissionId, `${uploadId}:clip-1`);
  await sweep();
  await waitForClipJobs(submissionId, 1);
  const [clip] = await findClips(submissionId);
  const note =
    /^It was to end at .* 5 of its 6 channels were folded down to stereo, (\d\.\d) dB quieter/;
  expect(clip?.note).toMatch(note);
  const clipBytes = await inside.object(String(clip?.key));
  const samples = new Int16Array(clipBytes?.slice(44).buffer ?? new ArrayBuffer(0));
  const loudest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  expect(loudest).toBeGreaterThan(32_600);
  expect(loudest).toBeLessThan(32_767);
});

const CALL = "/api/background/process-social-clips";
const order = (mondayItemId: string, fileId: string, ids: string[]) => ({
  tracksWithClips: [{ title: "Night Ferry", fileId, socialClips: ids.map((id) => ({ id })) }],
  artistName: "Sigrid Vale",
  audioFolderId: "any",
  mondayItemId,
});

test("the background call is for staff", async () => {
  const reply = await new Visitor().json(CALL, order("x", "y", ["clip-1"]));
  expect(reply.status).toBe(403);
  expect(await reply.json()).toEqual({
    success: false,
    error: "This page is for the label's staff.",
  });
});

test("staff have clips cut by the background call, as often as they like", async () => {
  const staff = await staffMember();
  const wav = { seconds: 31, sampleRate: 22_050, bits: 16, channels: 1 };
  const submission = await submitWithClips(inside, new Visitor(), wav, clipTimes.slice(0, 1));
  const { submissionId, uploadId } = submission;
  const call = async (body: unknown) => {
    const reply = await staff.json(CALL, body);
    return [reply.status, await reply.json()];
  };
  const good = [200, { success: true }];
  expect(await call(order(submissionId, uploadId, ["clip-1"]))).toEqual(good);
  await waitForClipJobs(submissionId, 1);
  const [first] = await findClips(submissionId);
  expect(first?.state).toBe("cut");
  const item = await pollUntil(async () => {
    const [row] = await inside.rows("SELECT * FROM submissions WHERE id = ?", submissionId);
    return row?.monday_item_id ? String(row.monday_item_id) : undefined;
  });
  expect(await call(order(item, uploadId, ["clip-1"]))).toEqual(good);
  await waitForClipJobs(submissionId, 1);
  expect((await findClips(submissionId))[0]?.sha256).toBe(first?.sha256);

  expect(await call(order("nobody", uploadId, ["clip-1"]))).toMatchObject([404, {}]);
  expect(await call(order(submissionId, uploadId, ["clip-7"]))).toMatchObject([
    400,
    { success: false, error: expect.stringContaining("clip-7") },
  ]);
  expect(await call({ mondayItemId: submissionId })).toMatchObject([400, { success: false }]);
  const auditEntry = { action: "clips-cut-again", subject: submissionId, detail: "1 of them." };
  const sql = "SELECT action, subject, detail FROM audit WHERE subject = ?";
  expect(await inside.rows(sql, submissionId)).toEqual([auditEntry, auditEntry]);
});
