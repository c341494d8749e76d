import { beforeEach, expect, test } from "vitest";
import type { ClipLink } from "~/domain/board/board";
import { createBoardJobFixture } from "../../support/board-job-fixture";
import { openForFile } from "../../support/open-for-file";

const board = await openForFile(createBoardJobFixture);
beforeEach(() => board.reset());

const clip: ClipLink = {
  trackTitle: "One",
  number: 1,
  state: "done",
  key: "k",
  note: null,
  releaseDate: "2027-04-10",
  url: "https://x.example/one-clip-1.wav",
};
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
