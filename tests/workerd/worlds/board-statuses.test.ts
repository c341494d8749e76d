import * as v from "valibot";
import { beforeEach, expect, test } from "vitest";
import { submissions } from "~/domain/submission/submission-tables.server";
import { defaultColumns } from "~/integrations/board/column-map";
import { idBefore } from "~/platform/ids";
import { boardStatuses, hourlySpan, settledStatuses } from "../../../workers/jobs/board-statuses";
import { changeItem } from "../../../workers/sandbox/monday-store";
import { createBoardJobFixture } from "../../support/board-job-fixture";
import { openForFile } from "../../support/open-for-file";
import { submissionRow } from "../../support/submission-row";

const board = await openForFile(createBoardJobFixture);
beforeEach(() => board.reset());

type Row = typeof submissions.$inferInsert;

const itemIdsSchema = v.object({ variables: v.object({ itemIds: v.array(v.string()) }) });
const testTime = new Date("2026-11-21T12:30:00Z");
test("only statuses that differ from ours count as changes, rejections without a reason come last", async () => {
  const records = [await board.recorded(), await board.recorded(), await board.recorded()];
  for (const { sync } of records) await board.run(sync);
  const [first, second, third] = await board.items();
  const { sandboxDb, db } = board.fixture;
  const set = (item: typeof first, label: string) =>
    changeItem(sandboxDb, item?.id ?? "", { status: { label } }, testTime);
  await set(first, "Rejected");
  await set(second, "Approved");
  await set(third, "Pending");
  const statuses = boardStatuses({ db, board: board.fixture.board(), now: () => testTime });
  const changes = (await statuses()).filter(({ itemId }) =>
    [first, second, third].some((item) => item?.id === itemId),
  );
  expect(changes.map(({ itemId, status }) => [itemId, status])).toEqual([
    [second?.id, "approved"],
    [first?.id, "rejected"],
  ]);
});

/** Records submissions with items, without the board's jobs. */
async function recordItems(rows: readonly Partial<Row>[], createdAt = "2026-11-20T00:00:00.000Z") {
  const { db } = board.fixture;
  await db.delete(submissions);
  const ids = rows.map((_, n) => idBefore(new Date(createdAt)) + String(n).padStart(16, "0"));
  for (const [n, fields] of rows.entries())
    await db
      .insert(submissions)
      .values(submissionRow({ id: ids[n] ?? "", createdAt, boardItemId: String(n), ...fields }));
}

/** The poll over a board that replies so; with how many ids each call named. */
function pollOf(reply: (ids: readonly string[]) => Response, now = () => testTime) {
  const idCounts: number[] = [];
  const send = async (request: Request) => {
    const { itemIds } = v.parse(itemIdsSchema, await request.json()).variables;
    idCounts.push(itemIds.length);
    return reply(itemIds);
  };
  const deps = { db: board.fixture.db, board: board.fixture.board({ send, now }), now };
  return { idCounts, waiting: boardStatuses(deps), settled: settledStatuses(deps) };
}

const itemOf = (id: string, label: unknown) => ({
  id,
  column_values: [{ id: defaultColumns.status.id, text: label, label }],
});
const replyWith = (items: readonly unknown[]) => Response.json({ data: { items } });

test("two hundred and fifty waiting items are asked about in three calls", async () => {
  await recordItems(Array.from({ length: 250 }, () => ({})));
  const { idCounts, waiting } = pollOf((ids) => replyWith(ids.map((id) => itemOf(id, "Approved"))));
  expect(await waiting()).toHaveLength(250);
  expect(idCounts).toEqual([100, 100, 50]);
});

test("an item that is gone, unreadable or of an unknown status is left as it is, and stops no other", async () => {
  await recordItems([{}, {}, {}, {}]);
  const broken = { id: "3", column_values: null };
  const { waiting } = pollOf(() =>
    replyWith([null, broken, itemOf("1", "On hold"), itemOf("2", "Approved")]),
  );
  expect(await waiting()).toMatchObject([{ itemId: "2", status: "approved" }]);
});

test("a call that fails ends the poll without a change, and the next one asks about all again", async () => {
  await recordItems(Array.from({ length: 150 }, () => ({})));
  let failures = 1;
  const { idCounts, waiting } = pollOf((ids) => {
    if (ids.length < 100 && failures-- > 0) return new Response("", { status: 502 });
    return replyWith(ids.map((id) => itemOf(id, "Approved")));
  });
  await expect(waiting()).rejects.toThrow("The board answered 502.");
  expect(await waiting()).toHaveLength(150);
  expect(idCounts).toEqual([100, 50, 100, 50]);
});

test("what is settled is asked about once a day, what is live not at all", async () => {
  const statuses = ["rejected", "active", "failed", "live", "pending"];
  await recordItems(statuses.map((status) => ({ status })));
  const reply = (ids: readonly string[]) => replyWith(ids.map((id) => itemOf(id, "Processing")));
  const { waiting } = pollOf(reply);
  expect((await waiting()).map(({ itemId }) => itemId)).toEqual(["4"]);
  let callCount = 0;
  const items: string[] = [];
  for (let hour = 0; hour < 24; hour++) {
    const { idCounts, settled } = pollOf(
      (ids) => {
        items.push(...ids);
        return reply(ids);
      },
      () => new Date(Date.UTC(2026, 10, 21, hour, 30)),
    );
    await settled();
    callCount += idCounts.length;
  }
  expect([callCount, items]).toEqual([1, ["0", "1", "2"]]);
});

test("the hours of a day follow one another without a gap, from a year ago until now", () => {
  const spans = Array.from({ length: 24 }, (_, hour) =>
    hourlySpan(new Date(Date.UTC(2026, 10, 21, hour, 59))),
  );
  expect(spans[0]?.from).toEqual(new Date("2025-11-21T00:00:00Z"));
  expect(spans.at(-1)?.until).toEqual(new Date("2026-11-21T23:59:00Z"));
  for (const [hour, { from }] of spans.slice(1).entries()) expect(from).toEqual(spans[hour]?.until);
});
