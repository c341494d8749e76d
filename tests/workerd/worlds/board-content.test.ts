import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { ClipLink } from "~/domain/board/board";
import { submissions } from "~/domain/submission/submission-tables.server";
import { changeItem, insertItem } from "../../../workers/sandbox/monday-store";
import { createBoardJobFixture } from "../../support/board-job-fixture";
import { openForFile } from "../../support/open-for-file";

const board = await openForFile(createBoardJobFixture);
beforeEach(() => board.reset());

const testTime = new Date("2026-11-21T12:30:00Z");
const clip: ClipLink = {
  trackTitle: "One",
  number: 1,
  state: "done",
  key: "k",
  note: null,
  releaseDate: "2027-04-10",
  url: "https://x.example/one-clip-1.wav",
};
/** Names of the operations since the last call of this function. */
async function operationNames(): Promise<string[]> {
  const bodies = await Promise.all(board.fixture.calls.map((call) => call.text()));
  return bodies.map((body) => /(?:query|mutation) (\w+)/.exec(body)?.[1] ?? "?");
}

test("the update lists every track, and unchanged texts are not written again", async () => {
  const { submission, sync } = await board.recorded();
  await board.run(sync);
  const [update] = await board.updates();
  for (const part of ["Track 1 &quot;One&quot;", "two 2.wav", `tracks of ${submission}`])
    expect(update?.body).toContain(part);
  board.fixture.calls.length = 0;
  board.later(86_400);
  expect(await board.again(sync)).toEqual({ kind: "done", reason: "known" });
  expect(board.fixture.calls).toEqual([]);
});

test("clips cut meanwhile update the columns and the update, and the status set by staff stays", async () => {
  const { sync } = await board.recorded();
  await board.run(sync);
  const [item] = await board.items();
  const approval = { status: { label: "Approved" } };
  await changeItem(board.fixture.sandboxDb, item?.id ?? "", approval, testTime);
  const clips = async () => [clip];
  expect(await board.again(sync, { clips })).toEqual({ kind: "done", reason: "known" });
  const [changedItem, ...others] = await board.items();
  expect(others).toEqual([]);
  expect(changedItem?.column_values).toMatchObject({
    ...approval,
    social_clips: { text: `"One" clip 1 (out 2027-04-10): ${clip.url}` },
  });
  const updates = await board.updates();
  expect(updates).toHaveLength(1);
  expect(updates[0]?.body).toContain(clip.url);
});

test.each(["ChangeItem", "EditUpdate"])(
  "a change that was lost at %s is made by the next job",
  async (operation) => {
    const { sync } = await board.recorded();
    await board.run(sync);
    const clips = async () => [clip];
    await board.fails("lost-reply", operation);
    expect(await board.again(sync, { clips })).toMatchObject({ kind: "retry" });
    board.later(20);
    expect(await board.run(sync, { clips })).toMatchObject({ kind: "done" });
    expect((await board.updates()).map(({ body }) => body.includes(clip.url ?? "?"))).toEqual([
      true,
    ]);
  },
);

test("an update that staff have deleted is posted again when its text changes", async () => {
  const { sync } = await board.recorded();
  await board.run(sync);
  await board.fixture.sandboxDb.exec("DELETE FROM monday_updates");
  await board.again(sync);
  expect(await board.updates()).toEqual([]);
  expect(await board.again(sync, { clips: async () => [clip] })).toMatchObject({ kind: "done" });
  expect(await board.updates()).toHaveLength(1);
});

test("the item of an invitation is updated, and none is created", async () => {
  const { sandboxDb, db } = board.fixture;
  const values = { status: { label: "In progress" }, city: "Cork" };
  const invitedItem = await insertItem(
    sandboxDb,
    { boardId: "1", name: "Ada - invited", values },
    testTime,
  );
  const { submission, sync } = await board.recorded();
  await db
    .update(submissions)
    .set({ boardItemId: invitedItem.id })
    .where(eq(submissions.id, submission));
  expect(await board.run(sync)).toEqual({ kind: "done", reason: "known" });
  const [item, ...others] = await board.items();
  expect(others).toEqual([]);
  expect(item?.column_values).toMatchObject({
    submission_id: submission,
    city: "London",
    status: { label: "Pending" },
  });
  expect(await operationNames()).toEqual(["ChangeItem", "ItemUpdates", "CreateUpdate"]);
});

test("an item that staff have deleted is reported, and not created again", async () => {
  const { sync } = await board.recorded();
  await board.run(sync);
  await board.fixture.sandboxDb.exec("DELETE FROM monday_items");
  expect(await board.again(sync, { clips: async () => [clip] })).toMatchObject({ kind: "failed" });
  expect(board.alerts).toEqual([expect.stringContaining("no longer on the board")]);
  expect(await board.items()).toEqual([]);
});

const releases = [
  ["transfer", { uploadType: "transfer", tracks: [], releaseTitle: "" }, "Catalogue transfer: Tin"],
  ["both", { uploadType: "both" }, "Engine"],
  ["new-music", {}, "Engine"],
] as const;

test.each(releases)("a submission of %s becomes its item", async (type, form, name) => {
  const labels = { "new-music": "New music", transfer: "Transfer", both: "Both" };
  const catalogueItems = [
    {
      type: "track",
      id: "a",
      title: "Tin",
      artist: "Ada",
      image: null,
      spotifyUrl: "https://open.spotify.com/track/a",
      releaseDate: "2020",
      trackDetails: {
        isrc: "GBX",
        label: "Own",
        album: "A",
        duration: 1,
        upc: null,
        releaseDate: "2020",
      },
    },
  ];
  const catalogue = type === "new-music" ? {} : { catalogueItems };
  const { sync } = await board.recorded({ ...form, ...catalogue });
  expect(await board.run(sync)).toMatchObject({ kind: "done" });
  const [item] = await board.items();
  expect(item?.name).toBe(`Ada - ${name}`);
  expect(item?.column_values.upload_type).toEqual({ label: labels[type] });
  const [update] = await board.updates();
  expect(update?.body.includes("ISRC: GBX")).toBe(type !== "new-music");
});
