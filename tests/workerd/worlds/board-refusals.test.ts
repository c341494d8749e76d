import { beforeEach, expect, test } from "vitest";
import { createBoardJobFixture } from "../../support/board-job-fixture";
import { openForFile } from "../../support/open-for-file";

const board = await openForFile(createBoardJobFixture);
beforeEach(() => board.reset());

/** Expects that the job failed at once, and that its row and the alert say what to do. */
async function expectRefused(sync: string, code: string, text: string) {
  const row = await board.job(sync);
  expect(row).toMatchObject({ state: "failed", attempts: 1 });
  expect(row?.lastError).toContain(code);
  expect(row?.lastError).toContain(text);
  expect(board.alerts).toEqual([expect.stringContaining(text)]);
}

test("a revoked token fails the job at once; with a new token it succeeds", async () => {
  const { sync } = await board.recorded();
  await board.fails("unauthorized");
  expect(await board.run(sync)).toEqual({ kind: "failed", reason: "NOT_AUTHENTICATED" });
  await expectRefused(sync, "NOT_AUTHENTICATED", "Set MONDAY_TOKEN");
  expect(await board.again(sync)).toMatchObject({ kind: "done" });
  expect(await board.items()).toHaveLength(1);
});

test("a token revoked between item and update leaves one item and, in the end, one update", async () => {
  const { sync } = await board.recorded();
  await board.fails("unauthorized", "CreateUpdate");
  expect(await board.run(sync)).toMatchObject({ kind: "failed" });
  expect(await board.again(sync)).toEqual({ kind: "done", reason: "known" });
  expect(await board.items()).toHaveLength(1);
  expect(await board.updates()).toHaveLength(1);
});

test("a deleted column is named; once it is restored, the item is created without waiting", async () => {
  const { sync } = await board.recorded();
  await board.removed("city");
  expect(await board.run(sync)).toEqual({ kind: "failed", reason: "InvalidColumnIdException" });
  await expectRefused(sync, "InvalidColumnIdException", "no column city (city)");
  expect(await board.items()).toEqual([]);
  // Still refused: the board must not remember this refusal as the reply to the next call.
  expect(await board.again(sync)).toMatchObject({ kind: "failed" });
  await board.removed();
  expect(await board.again(sync)).toEqual({ kind: "done", reason: "created" });
  expect(await board.items()).toHaveLength(1);
});

test("without the column of our ids, no item is created that could not be found again", async () => {
  const { sync } = await board.recorded();
  await board.removed("submission_id");
  expect(await board.run(sync)).toMatchObject({ kind: "failed" });
  await expectRefused(sync, "InvalidColumnIdException", "submission_id (submissionId)");
  expect(await board.items()).toEqual([]);
});

const genre = (value: string) => ({ primaryGenre: value });
const MAP = '{"primaryGenre":{"id":"genre","type":"dropdown"}}';

test("a label that the board lacks is not created silently but named for staff", async () => {
  await board.fixture.config.put("board-columns", MAP);
  const { sync } = await board.recorded(genre("Polka"));
  expect(await board.run(sync)).toEqual({ kind: "failed", reason: "ColumnValueException" });
  await expectRefused(sync, "ColumnValueException", '"Polka" in column genre (primaryGenre)');
  expect(await board.items()).toEqual([]);
  const folkIds = await board.recorded(genre("Folk"));
  expect(await board.run(folkIds.sync)).toMatchObject({ kind: "done" });
  const [item] = await board.items();
  expect(item?.column_values.genre).toEqual({ labels: ["Folk"] });
  await board.fixture.config.delete("board-columns");
});

test("temporary failures cause no alert", async () => {
  const { sync } = await board.recorded();
  await board.fails("http-500");
  await board.run(sync);
  expect(board.alerts).toEqual([]);
});

test("an unreadable map of columns is reported, and the default one used", async () => {
  const { sync } = await board.recorded();
  await board.fixture.config.put("board-columns", "{broken");
  expect(await board.run(sync)).toMatchObject({ kind: "done" });
  await board.fixture.config.delete("board-columns");
  expect(board.fixture.events).toContain("config.unreadable");
});

test("without a board the job is done and nothing is called", async () => {
  const { sync } = await board.recorded();
  expect(await board.run(sync, { board: undefined })).toEqual({
    kind: "done",
    reason: "board-off",
  });
  expect(board.fixture.calls).toEqual([]);
});
