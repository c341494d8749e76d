import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wavBytes } from "../fixtures/wav";
import { COVER, cover, draftAt, SONG } from "../support/draft-at";
import { md5 } from "../support/drive-submission";
import { eventually, type Inside, openInside } from "../support/inside";
import { draftOf } from "../support/stored";
import { inDays, music, Visitor } from "../support/visitor";

let inside: Inside;
beforeAll(async () => {
  inside = await openInside();
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
    const visitor = await draftAt("music", { artistName, email: "mirror@example.com" });
    // Several chunks long.
    const song = wavBytes({ seconds: 20, bits: 16 });
    expect((await visitor.upload(song, SONG)).status).toBe(200);
    expect((await visitor.upload(cover, COVER)).status).toBe(200);
    await visitor.post("/submit/music", { ...music(inDays(60)), intent: "next" });
    await visitor.post("/submit/about", { bio: "Songs.", influences: "", intent: "next" });
    const failure = { mode, times: 1, call: "chunk" };
    expect((await visitor.json("/sandbox/drive/fail", failure)).status).toBe(200);
    const sent = await visitor.post("/submit/review", { intent: "submit" });
    expect(sent.headers.get("Location")).toBe("/submit/success");
    const { id } = await draftOf(inside, visitor);
    const sql = `SELECT jobs.state, jobs.last_error, submissions.reference FROM jobs
      JOIN submissions ON submissions.id = submission_id
      WHERE draft_id = ? AND type = 'mirror-drive'`;
    const job = await eventually(async () => {
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
      [song, cover].map((bytes) => [bytes.length, md5(bytes)]).sort(),
    );
  },
);

test("the health report names the drive's state, and only staff may test its credentials", async () => {
  const visitor = new Visitor();
  const health: unknown = await (await visitor.send("/api/health")).json();
  expect(health).toMatchObject({ integrations: { drive: "sandbox" } });
  const reply = await visitor.json("/api/google/auth", {});
  expect([reply.status, await reply.json()]).toEqual([
    403,
    { success: false, error: "This call is for staff." },
  ]);
});
