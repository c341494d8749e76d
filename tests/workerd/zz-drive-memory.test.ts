import { expect, test } from "vitest";
import { wavBytes } from "../fixtures/wav";
import { COVER, cover, draftAt, SONG } from "../support/draft-at";
import { eventually, openInside } from "../support/inside";
import { draftOf } from "../support/stored";
import { inDays, music } from "../support/visitor";
import { peakDuring, workerdMegabytes } from "../support/workerd-memory";

test("memory", async () => {
  const inside = await openInside();
  for (const seconds of [1, 20, 20, 700, 700]) {
    const visitor = await draftAt("music", {
      artistName: `M ${seconds}`,
      email: "mirror@example.com",
    });
    const song = wavBytes({ seconds, bits: 24 });
    expect((await visitor.upload(song, SONG)).status).toBe(200);
    await visitor.upload(cover, COVER);
    await visitor.post("/submit/music", { ...music(inDays(60)), intent: "next" });
    await visitor.post("/submit/about", { bio: "Songs.", influences: "", intent: "next" });
    const before = workerdMegabytes();
    const started = Date.now();
    const peak = await peakDuring(async () => {
      await visitor.post("/submit/review", { intent: "submit" });
      const { id } = await draftOf(inside, visitor);
      const sql =
        "SELECT jobs.state FROM jobs JOIN submissions ON submissions.id = submission_id WHERE draft_id = ? AND type = 'mirror-drive'";
      await eventually(async () => {
        const [row] = await inside.rows(sql, id);
        return row?.state === "done" || row?.state === "failed" ? row : undefined;
      }, 200);
    });
    console.log(
      "MEM",
      song.length,
      "before",
      before,
      "peak",
      peak,
      "after",
      workerdMegabytes(),
      "ms",
      Date.now() - started,
    );
  }
  await inside.close();
}, 600_000);
