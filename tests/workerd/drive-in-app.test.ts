import * as v from "valibot";
import { expect, test } from "vitest";
import { wavBytes } from "../fixtures/wav";
import { openAppStores, pollUntil } from "../support/app-stores";
import { COVER, coverBytes, createDraftAt, findDraftRow, SONG } from "../support/drafts";
import { md5 } from "../support/drive-fixture";
import { openForFile } from "../support/open-for-file";
import { dateInDays, musicAnswers, Visitor } from "../support/visitor";

const inside = await openForFile(openAppStores);

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

test("what is submitted comes onto the drive through the queue", async () => {
  const artistName = `Mirror ${crypto.randomUUID().slice(0, 8)}`;
  const visitor = await createDraftAt("music", { artistName, email: "mirror@example.com" });
  // Several chunks long.
  const song = wavBytes({ seconds: 20, bits: 16 });
  expect((await visitor.upload(song, SONG)).status).toBe(200);
  expect((await visitor.upload(coverBytes, COVER)).status).toBe(200);
  await visitor.post("/submit/music", { ...musicAnswers(dateInDays(60)), intent: "next" });
  await visitor.post("/submit/about", { bio: "Songs.", influences: "", intent: "next" });
  const reply = await visitor.post("/submit/review", { intent: "submit" });
  expect(reply.headers.get("Location")).toBe("/submit/success");
  const { id } = await findDraftRow(inside, visitor);
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
  const files = all.filter(({ parent }) => inner.some((folder) => folder.id === parent));
  expect(files.map(({ size, md5: sum }) => [size, sum]).sort()).toEqual(
    [song, coverBytes].map((bytes) => [bytes.length, md5(bytes)]).sort(),
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
