import * as v from "valibot";
import { beforeEach, expect, test } from "vitest";
import type { ClipLink } from "~/domain/board/board";
import { partStore } from "~/integrations/board/board-parts.server";
import { defaultColumns } from "~/integrations/board/column-map";
import { itemCallSchema } from "~/integrations/board/item-call";
import { serveItemCall } from "~/integrations/board/serve-item-call.server";
import { systemClock } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import { enqueueFollowUps } from "../../../workers/jobs/follow-up";
import { addBoardJob, createBoardJobFixture, expectOneItem } from "../../support/board-job-fixture";
import { openForFile } from "../../support/open-for-file";

const board = await openForFile(createBoardJobFixture);
beforeEach(() => board.reset());

const clip: ClipLink = {
  trackTitle: "One",
  number: 1,
  state: "done",
  key: "k",
  note: null,
  releaseDate: null,
  url: "https://x.example/one-clip-1.wav",
};

/** Expects item and update to say that the clip was cut. */
async function expectClip() {
  const [item] = await board.items();
  expect(JSON.stringify(item?.column_values.social_clips)).toContain(clip.url);
  expect((await board.updates()).map(({ body }) => body.includes(clip.url ?? "?"))).toEqual([true]);
}

test.each(["CreateItem", "WriteItem"])(
  "a change after a lost reply at %s reaches the board, although the board replays its first reply",
  async (operation) => {
    const ids = await board.recorded();
    await board.fails("lost-reply", operation);
    // While the search finds no updates, only the idempotency key identifies the first.
    expect(await board.run(ids.sync)).toMatchObject({ kind: "retry" });
    const statement = operation === "WriteItem" ? "UPDATE monday_updates SET body = 'x'" : "";
    if (statement) await board.fixture.sandboxDb.exec(statement);
    board.later(20);
    expect(await board.run(ids.sync, { clips: async () => [clip] })).toMatchObject({
      kind: "done",
    });
    await expectOneItem(board, ids);
    await expectClip();
  },
);

test("a change made while a job was writing is not lost", async () => {
  const ids = await board.recorded();
  let cutClips: ClipLink[] = [];
  const clips = async () => cutClips;
  const second = await addBoardJob(board, ids);
  // The second job begins and ends while the first is between reading and writing.
  const parts = partStore(board.fixture.db);
  const find: typeof parts.find = async () => {
    if (cutClips.length === 0) {
      cutClips = [clip];
      expect(await board.run(second, { clips })).toMatchObject({ kind: "done" });
    }
    return new Map();
  };
  const first = await board.run(ids.sync, { clips, parts: { ...parts, find } });
  expect(first).toEqual({ kind: "again", reason: "more-to-write" });
  expect(await board.run(ids.sync, { clips })).toMatchObject({ kind: "done" });
  await expectOneItem(board, ids);
  await expectClip();
});

test("the item is logged once, when it becomes the submission's, whatever fails after it", async () => {
  const ids = await board.recorded();
  await board.fails("http-500", "WriteItem");
  await board.run(ids.sync);
  board.later(20);
  await board.run(ids.sync);
  expect(board.fixture.events.filter((event) => event === "board.item-created")).toHaveLength(1);
});

test("a very long text is split into several updates, each present once and kept up to date", async () => {
  const tracks = Array.from({ length: 12 }, (_, index) => ({
    title: `T${index}`,
    metadata: { soloWork: false, producers: [`p${index}.${"x".repeat(4_000)}`] },
  }));
  const ids = await board.recorded({ tracks });
  await board.fails("lost-reply", "WriteItem");
  await board.run(ids.sync);
  board.later(20);
  expect(await board.run(ids.sync)).toMatchObject({ kind: "done" });
  const bodies = (await board.updates()).map(({ body }) => body).toReversed();
  expect(bodies).toHaveLength(2);
  for (const [index] of tracks.entries()) expect(bodies.join("")).toContain(`p${index}.`);
  // When the text no longer needs the second update, no old text is left in it.
  const { submission } = ids;
  await board.reword(submission, { tracks: tracks.slice(0, 2) });
  expect(await board.again(ids.sync)).toMatchObject({ kind: "done" });
  const [second, first] = await board.updates();
  expect(second?.body).toBe(`<p>Artist portal, part 2 of the tracks of ${submission}</p>`);
  expect(first?.body).toContain("p1.");
});

const callRoom = () => ({
  monday: { send: board.fixture.send, token: "sandbox", now: systemClock },
  boardId: "1",
  columns: defaultColumns,
});
const serve = (call: object) =>
  serveItemCall(
    callRoom(),
    v.parse(itemCallSchema, { itemName: "Ada - Engine", ...call }),
    new Date(),
  );

test.each([20, 31 * 60])(
  "a call repeated %d s after a lost answer returns the same item",
  async (after) => {
    const formData = { artistName: "Ada", tracks: [{ title: "One" }] };
    await board.fails("lost-reply", "CreateItem");
    await expect(serve({ formData })).rejects.toThrow("did not answer");
    board.later(after);
    const itemId = await serve({ formData });
    expect(await serve({ formData })).toBe(itemId);
    expect((await board.items()).map(({ id }) => id)).toEqual([itemId]);
    const updates = await board.updates();
    expect(updates.map(({ item_id }) => item_id)).toEqual([itemId]);
    expect(updates[0]?.body).toContain("Track 1 &quot;One&quot;");
  },
);

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

test.each(["lost-reply", "no-reply"] as const)(
  "a change whose call has %s is made by the next attempt",
  async (mode) => {
    const { sync } = await board.recorded();
    await board.run(sync);
    const clips = async () => [clip];
    await board.fails(mode, "WriteItem");
    expect(await board.again(sync, { clips })).toMatchObject({ kind: "retry" });
    board.later(20);
    expect(await board.run(sync, { clips })).toMatchObject({ kind: "done" });
    await expectClip();
  },
);

test("clips and folder that come later bring columns and update in one call", async () => {
  const { sync } = await board.recorded();
  await board.run(sync);
  board.fixture.calls.length = 0;
  const links = { clips: async () => [clip], folder: async () => "https://x.example/folder" };
  expect(await board.again(sync, links)).toMatchObject({ kind: "done" });
  expect(board.fixture.calls).toHaveLength(1);
  await expectClip();
  expect(JSON.stringify(await board.items())).toContain("https://x.example/folder");
});

test("while clips or folder are to come the item is there, and the rest comes with them by one call", async () => {
  const ids = await board.recorded();
  const isComing = { areComing: () => true };
  expect(await board.run(ids.sync, isComing)).toEqual({
    ...{ kind: "again", reason: "links-to-come", delaySeconds: 600 },
  });
  expect(await board.items()).toHaveLength(1);
  expect(await board.updates()).toEqual([]);
  expect(await board.job(ids.sync)).toMatchObject({ state: "waiting", lastError: null });
  board.later(60);
  // A job that comes early runs the other one at once, as whatever brings a link does.
  const second = await addBoardJob(board, ids);
  expect(await board.run(second, isComing)).toMatchObject({ kind: "again", delaySeconds: 540 });
  expect(board.fixture.calls).toHaveLength(1);
  expect((await followUp({ ...ids, sync: second })).toSorted()).toEqual(
    [ids.sync, second].toSorted(),
  );
  const clips = async () => [clip];
  expect(await board.run(ids.sync, { clips })).toEqual({ kind: "done", reason: "known" });
  expect(await board.run(second, { clips })).toEqual({ kind: "done", reason: "known" });
  expect(board.fixture.calls).toHaveLength(2);
  await expectOneItem(board, ids);
  await expectClip();
});

test("what does not come within ten minutes is not waited for", async () => {
  const ids = await board.recorded();
  const isComing = { areComing: () => true };
  await board.run(ids.sync, isComing);
  board.later(599);
  expect(await board.run(ids.sync, isComing)).toMatchObject({ kind: "again", delaySeconds: 1 });
  board.later(1);
  expect(await board.run(ids.sync, isComing)).toEqual({ kind: "done", reason: "known" });
  await expectOneItem(board, ids);
});

/** What follows a job of the board: the ids that were sent to the queue. */
async function followUp({ submission, sync }: { submission: string; sync: string }) {
  const sent: string[] = [];
  const deps = {
    db: board.fixture.db,
    ids: randomIds,
    clock: board.now,
    sendJobs: async (jobIds: string[]) => void sent.push(...jobIds),
  };
  await enqueueFollowUps(deps, { jobId: sync, submissionId: submission }, ["sync-board"]);
  return sent;
}

test("a job that waits because it failed is not hastened: another is added", async () => {
  const ids = await board.recorded();
  await board.fails("daily-limit");
  await board.run(ids.sync);
  const sent = await followUp(ids);
  expect(sent).toHaveLength(1);
  expect(sent).not.toContain(ids.sync);
});

test("one that waits to be run first is sent again; one that runs or is done is followed by another", async () => {
  const ids = await board.recorded();
  expect(await followUp(ids)).toEqual([ids.sync]);
  let during: string[] = [];
  const folder = async () => {
    if (during.length === 0) during = await followUp(ids);
    return undefined;
  };
  expect(await board.run(ids.sync, { folder })).toMatchObject({ kind: "done" });
  expect(during).toHaveLength(1);
  expect(during).not.toContain(ids.sync);
  // That one waits, and so it is enough for whatever comes before it has run.
  expect(await followUp(ids)).toEqual(during);
  await board.run(during[0] ?? "");
  const after = await followUp(ids);
  expect(after).toHaveLength(1);
  expect([ids.sync, ...during]).not.toContain(after[0]);
});

test("an update that staff have deleted is posted again when its text changes", async () => {
  const { sync } = await board.recorded();
  await board.run(sync);
  await board.fixture.sandboxDb.exec("DELETE FROM monday_updates");
  await board.again(sync);
  expect(await board.updates()).toEqual([]);
  expect(await board.again(sync, { clips: async () => [clip] })).toMatchObject({ kind: "done" });
  expect(await board.updates()).toHaveLength(1);
});
