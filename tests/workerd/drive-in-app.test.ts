import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wavBytes } from "../fixtures/wav";
import { type AppStores, openAppStores, pollUntil } from "../support/app-stores";
import { COVER, coverBytes, createDraftAt, SONG } from "../support/draft-at";
import { md5 } from "../support/drive-submission";
import { draftRowOf } from "../support/stored-draft";
import { dateInDays, musicAnswers, Visitor } from "../support/visitor";

let inside: AppStores;
beforeAll(async () => {
  inside = await openAppStores();
});
afterAll(() => inside.close());

const filesSchema = v.array(
  v.object({
    id: v.string(),
    name: v.string(),
    parent: v.string(),
    size: v.nullable(v.number()),
    md5: v.nullable(v.string()),
  }),
);

async function driveFiles() {
  const reply = await new Visitor().send("/sandbox/drive/files");
  return v.parse(filesSchema, await reply.json());
}

test.each(["none", "short-308", "session-gone"])(
  "what is submitted comes onto the drive through the queue, with the drive's failure %s",
  async (mode) => {
    const artistName = `Mirror ${crypto.randomUUID().slice(0, 8)}`;
    const visitor = await createDraftAt("music", { artistName, email: "mirror@example.com" });
    // Several chunks long.
    const song = wavBytes({ seconds: 20, bits: 16 });
    expect((await visitor.upload(song, SONG)).status).toBe(200);
    expect((await visitor.upload(coverBytes, COVER)).status).toBe(200);
    await visitor.post("/submit/music", { ...musicAnswers(dateInDays(60)), intent: "next" });
    await visitor.post("/submit/about", { bio: "Songs.", influences: "", intent: "next" });
    const failure = { mode, times: 1, call: "chunk" };
    expect((await visitor.json("/sandbox/drive/fail", failure)).status).toBe(200);
    const reply = await visitor.post("/submit/review", { intent: "submit" });
    expect(reply.headers.get("Location")).toBe("/submit/success");
    const { id } = await draftRowOf(inside, visitor);
    const sql = `SELECT jobs.state, jobs.last_error, submissions.reference FROM jobs
      JOIN submissions ON submissions.id = submission_id
      WHERE draft_id = ? AND type = 'mirror-drive'`;
    const job = await pollUntil(async () => {
      const [row] = await inside.rows(sql, id);
      return row?.state === "done" || row?.state === "failed" ? row : undefined;
    }, 50);
    expect(job).toMatchObject({ state: "done", last_error: null });
    const all = await driveFiles();
    const folder = all.find(({ name }) => name === `${artistName} (${String(job.reference)})`);
    const inner = all.filter(({ parent }) => parent === folder?.id);
    expect(inner.map(({ name }) => name).sort()).toEqual(["audio", "images"]);
    const files = all.filter(({ parent }) => inner.some((one) => one.id === parent));
    expect(files.map(({ size, md5: sum }) => [size, sum]).sort()).toEqual(
      [song, coverBytes].map((bytes) => [bytes.length, md5(bytes)]).sort(),
    );
  },
);

test("an object that is gone fails the job with its name, and the rest arrives; put back, it does too", async () => {
  const email = `gone-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const visitor = await createDraftAt("review", { email });
  const { id } = await draftRowOf(inside, visitor);
  const [upload] = await inside.rows(
    "SELECT key FROM uploads WHERE draft_id = ? AND kind = 'track'",
    id,
  );
  const key = String(upload?.key);
  const songBytes = await inside.object(key);
  if (!songBytes) throw new Error("The song is not in the bucket");
  await inside.files.delete(key);
  await visitor.post("/submit/review", { intent: "submit" });
  const waitForJob = (state: string) =>
    pollUntil(async () => {
      const sql = `SELECT jobs.id, jobs.state, jobs.last_error, submission_id FROM jobs
        JOIN submissions ON submissions.id = submission_id
        WHERE draft_id = ? AND type = 'mirror-drive'`;
      const [row] = await inside.rows(sql, id);
      return row?.state === state ? row : undefined;
    }, 50);
  const failedJob = await waitForJob("failed");
  expect(failedJob.last_error).toMatch(
    /^file-missing: The audio of track 1 .* run this job again\.$/,
  );
  const mirroredFiles = () =>
    inside.rows(
      "SELECT md5 FROM drive_files WHERE submission_id = ? AND drive_id IS NOT NULL",
      failedJob.submission_id,
    );
  expect(await mirroredFiles()).toEqual([{ md5: md5(coverBytes) }]);
  // The board leads to what is there.
  const boardJobs = () =>
    inside.rows(
      "SELECT state FROM jobs WHERE submission_id = ? AND type = 'sync-board'",
      failedJob.submission_id,
    );
  expect(await boardJobs()).toHaveLength(2);
  await inside.files.put(key, songBytes);
  await inside.rows("UPDATE jobs SET state = 'waiting' WHERE id = ?", failedJob.id);
  const message = { version: 1, jobId: failedJob.id };
  await visitor.json("/sandbox/window/messages", { bodies: [message, message] });
  await waitForJob("done");
  expect((await mirroredFiles()).map(({ md5: sum }) => sum).sort()).toEqual(
    [md5(coverBytes), md5(songBytes)].sort(),
  );
});

test("the health report names the drive's state, and only staff may test its credentials", async () => {
  const visitor = new Visitor();
  const health: unknown = await (await visitor.send("/api/health")).json();
  expect(health).toMatchObject({ integrations: { drive: "sandbox" } });
  const reply = await visitor.json("/api/google/auth", {});
  expect([reply.status, await reply.json()]).toEqual([
    403,
    { success: false, error: "This page is for the label's staff." },
  ]);
});
