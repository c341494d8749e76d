import { beforeEach, expect, test } from "vitest";
import { changedStatuses } from "~/integrations/board/changed-statuses.server";
import { defaultColumns } from "~/integrations/board/column-map";
import { ensureItem } from "~/integrations/board/ensure-item.server";
import { waitingListItem } from "~/integrations/board/waiting-list-item";
import { systemClock } from "~/platform/clock";
import { boardStatuses } from "../../../workers/jobs/board-statuses";
import { changeItem } from "../../../workers/sandbox/monday-store";
import { createBoardJobFixture } from "../../support/board-job-fixture";
import { openForFile } from "../../support/open-for-file";

const board = await openForFile(createBoardJobFixture);
beforeEach(() => board.reset());

const testTime = new Date("2026-11-21T12:30:00Z");
const client = () => ({ send: board.fixture.send, token: "sandbox", now: systemClock });

test("an entry of the waiting list has one item, even if storing the item failed", async () => {
  const artistData = {
    firstName: "Ada",
    surname: "Byron",
    artistName: "Ada",
    email: "ada@example.com",
    phone: "",
    country: "Ireland",
    city: "Cork",
    instagramProfile: "",
    tiktokProfile: "",
    spotifyProfile: "",
    listenLink: "https://soundcloud.com/ada",
    projectDescription: "",
    submissionIntent: "submit-music",
  };
  const times = { createdAt: testTime.toISOString(), replyDueAt: testTime.toISOString() };
  const entry = { id: "01WAIT", reference: "AAAAA-BBBBB", ...times, artistData };
  const itemIds = new Map<string, string>();
  const memory = {
    storedItem: async (id: string) => itemIds.get(id),
    storeItem: async (id: string, item: string) =>
      !itemIds.has(id) && Boolean(itemIds.set(id, item)),
  };
  const brokenMemory = { ...memory, storeItem: () => Promise.reject(new Error("Gone.")) };
  const boardOptions = { monday: client(), boardId: "1", columns: defaultColumns };
  const payload = waitingListItem(entry, defaultColumns);
  await expect(ensureItem(boardOptions, brokenMemory, entry.id, payload, testTime)).rejects.toThrow(
    "Gone.",
  );
  board.later(3_600);
  expect(await ensureItem(boardOptions, memory, entry.id, payload, testTime)).toMatchObject({
    origin: "found",
  });
  expect(await ensureItem(boardOptions, memory, entry.id, payload, testTime)).toMatchObject({
    origin: "known",
  });
  const [item, ...others] = await board.items();
  expect(others).toEqual([]);
  expect([item?.name, itemIds.get("01WAIT")]).toEqual(["Ada - Waiting list", item?.id]);
});

test("what staff set on the board is read back, by our own statuses and with their reason", async () => {
  const records = [await board.recorded(), await board.recorded(), await board.recorded()];
  for (const { sync } of records) await board.run(sync);
  const [first, second, third] = await board.items();
  const { sandboxDb, db, columns } = board.fixture;
  const rejection = { status: { label: "REJECTED" }, status_reason: { text: " Too loud. " } };
  await changeItem(sandboxDb, first?.id ?? "", rejection, testTime);
  await changeItem(sandboxDb, second?.id ?? "", { status: { label: "On hold" } }, testTime);
  const connection = { state: "sandbox", client: client(), boardId: "1" } as const;
  const now = () => testTime;
  const statuses = await boardStatuses({ db, board: { connection, columns }, now })();
  expect(statuses.filter(({ itemId }) => itemId !== third?.id)).toEqual([
    {
      itemId: first?.id,
      status: "rejected",
      reason: "Too loud.",
      changedAt: testTime,
      readAt: testTime,
    },
  ]);
  const ids = [first?.id ?? "", third?.id ?? "", "4711"];
  const since = new Date("2026-11-21T12:10:00Z");
  const changes = await changedStatuses(client(), defaultColumns, ids, testTime, since);
  expect(changes.map(({ itemId }) => itemId)).toEqual([first?.id]);
});

test("only statuses that differ from ours count as changes, rejections without a reason come last", async () => {
  const records = [await board.recorded(), await board.recorded(), await board.recorded()];
  for (const { sync } of records) await board.run(sync);
  const [first, second, third] = await board.items();
  const { sandboxDb, db, columns } = board.fixture;
  const set = (item: typeof first, label: string) =>
    changeItem(sandboxDb, item?.id ?? "", { status: { label } }, testTime);
  await set(first, "Rejected");
  await set(second, "Approved");
  await set(third, "Pending");
  const connection = { state: "sandbox", client: client(), boardId: "1" } as const;
  const statuses = boardStatuses({ db, board: { connection, columns }, now: () => testTime });
  const changes = (await statuses()).filter(({ itemId }) =>
    [first, second, third].some((item) => item?.id === itemId),
  );
  expect(changes.map(({ itemId, status }) => [itemId, status])).toEqual([
    [second?.id, "approved"],
    [first?.id, "rejected"],
  ]);
});

test("a hundred and fifty items are asked for in two calls", async () => {
  const ids = Array.from({ length: 150 }, (_, number) => String(number));
  expect(await changedStatuses(client(), defaultColumns, ids, testTime)).toEqual([]);
  expect(board.fixture.calls).toHaveLength(2);
});
