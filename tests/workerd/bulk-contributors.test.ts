import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answersSchema } from "~/domain/submission/steps/answers";
import { type AppStores, openAppStores } from "../support/app-stores";
import { createDraftAt, findDraftRow } from "../support/drafts";
import { fieldValue, pageText } from "../support/page-parts";
import { autosave } from "../support/upload-calls";
import type { Visitor } from "../support/visitor";

let inside: AppStores;
beforeAll(async () => {
  inside = await openAppStores();
});
afterAll(() => inside.close());

const ola = JSON.stringify({ list: "songwriters", firstName: "Ola", lastName: "Brandt" });
const EP = {
  uploadType: "new-music",
  releaseType: "ep",
  shownReleaseType: "ep",
  releaseTitle: "Tides",
  "tracks[0].id": "track-1",
  "tracks[0].title": "Low Tide",
  "tracks[1].id": "track-2",
  "tracks[1].title": "Salt Road",
  "tracks[2].id": "track-3",
  "tracks[2].title": "Outro",
};
const CHOSEN = { "tracks[0].chosen": "on", "tracks[2].chosen": "on" };
const PLAN = {
  ...CHOSEN,
  "bulk.people[0].who": ola,
  "bulk.people[0].change": "add",
  "bulk.people[0].share": "100",
};
const shareText = "+ Ola Brandt, Songwriter 100%";

const post = async (visitor: Visitor, fields: Record<string, string>) => {
  const reply = await visitor.post("/submit/music", { ...EP, ...fields });
  const html = await reply.text();
  return { status: reply.status, html, text: pageText(html).replace(/\s+/g, " ") };
};
const storedMusic = async (visitor: Visitor) =>
  v.parse(answersSchema, (await findDraftRow(inside, visitor)).answers).music;
const writers = async (visitor: Visitor) =>
  (await storedMusic(visitor))?.tracks.map(({ metadata }) =>
    metadata.songwriters.map(({ lastName, percentage }) => `${lastName} ${percentage}`),
  );
/** Opens an EP whose first and last track were given a songwriter at once. */
async function changed(): Promise<Visitor> {
  const visitor = await createDraftAt("music");
  await post(visitor, { intent: "update" });
  const { html } = await post(visitor, { ...PLAN, "bulk.shown": "", intent: "bulk" });
  const shown = fieldValue(html, "bulk.shown") ?? "";
  const done = await post(visitor, { ...PLAN, "bulk.shown": shown, intent: "bulk-apply" });
  expect(done.text).toContain("Changed on 2 tracks.");
  expect(await writers(visitor)).toEqual([["Brandt 100"], [], ["Brandt 100"]]);
  return visitor;
}

test("the panel comes back with the list of changes, and nothing typed elsewhere is lost", async () => {
  const visitor = await createDraftAt("music");
  const opened = await post(visitor, { ...CHOSEN, releaseTitle: "Typed", intent: "bulk" });
  expect(opened.text).toContain("Contributors of 2 tracks");
  expect(opened.text).toContain("1 Low Tide, 3 Outro");
  expect(fieldValue(opened.html, "releaseTitle")).toBe("Typed");
  const added = await post(visitor, { ...CHOSEN, "bulk.shown": "", intent: `bulk-add:${ola}` });
  expect(added.text).toContain("What this changes 1 Low Tide, 3 Outro + Ola Brandt, Songwriter");
  expect(await writers(visitor)).toEqual([[], [], []]);
  expect((await storedMusic(visitor))?.releaseTitle).toBe("Tides");
});

test("what was typed since the list was shown is shown before it is changed", async () => {
  const visitor = await createDraftAt("music");
  const first = await post(visitor, { ...PLAN, "bulk.shown": "", intent: "bulk-apply" });
  expect(first.text).toContain("Look at what this changes, then press the button again.");
  expect(first.text).toContain(shareText);
  expect(await writers(visitor)).toEqual([[], [], []]);
});

test("undo puts back what was stored, after another visit too", async () => {
  const visitor = await changed();
  const again = await (await visitor.send("/submit/music")).text();
  expect(pageText(again)).toContain("Changed on 2 tracks.");
  const undone = await post(visitor, { intent: "bulk-undo" });
  expect(undone.text).toContain("Undone on 2 tracks.");
  expect(await writers(visitor)).toEqual([[], [], []]);
  expect((await post(visitor, { intent: "bulk-undo" })).text).toContain(
    "There is nothing to undo any more.",
  );
});

test("undo writes nothing over what another device has changed since, and says so", async () => {
  const visitor = await changed();
  const newer = {
    ...EP,
    "tracks[2].metadata.listed": "1",
    "tracks[2].metadata.songwriters[0].firstName": "Ola",
    "tracks[2].metadata.songwriters[0].lastName": "Brandt",
    "tracks[2].metadata.songwriters[0].percentage": "60",
  };
  expect((await autosave(visitor, "music", newer)).status).toBe(200);
  const refused = await post(visitor, { intent: "bulk-undo" });
  expect(refused.text).toContain(
    "Not undone. These contributors were changed again since: 3 Outro.",
  );
  expect(await writers(visitor)).toEqual([["Brandt 100"], [], ["Brandt 60"]]);
});

test("a page that shows an older version changes and undoes nothing", async () => {
  const visitor = await createDraftAt("music");
  const version = fieldValue(await (await visitor.send("/submit/music")).text(), "version") ?? "";
  const { html } = await post(visitor, { ...PLAN, "bulk.shown": "", intent: "bulk" });
  const stale = { ...PLAN, "bulk.shown": fieldValue(html, "bulk.shown") ?? "", version };
  expect((await post(visitor, { ...stale, intent: "bulk-apply" })).status).toBe(409);
  expect(await writers(visitor)).toEqual([[], [], []]);
  const other = await changed();
  expect((await post(other, { version: "new", intent: "bulk-undo" })).status).toBe(409);
  expect(await writers(other)).toEqual([["Brandt 100"], [], ["Brandt 100"]]);
});

test("Next stays on the step while planned changes are not made", async () => {
  const visitor = await createDraftAt("music");
  const refused = await post(visitor, { ...PLAN, "bulk.shown": "", intent: "next" });
  expect(refused.text).toContain("You have not made these changes yet.");
  expect(refused.text).toContain(shareText);
});
