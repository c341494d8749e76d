import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { FigurePeriod } from "~/domain/review/figure-period";
import { readPeriod } from "~/domain/review/figure-period";
import { readFigures } from "~/domain/review/figures.server";
import { findReviewItem } from "~/domain/review/queue.server";
import { figuresPage } from "~/features/staff/figures/figures-page.server";
import { reviewPost } from "~/features/staff/review/review-post.server";
import { staffPrincipal } from "../../support/accounts";
import { openForFile } from "../../support/open-for-file";
import { createStatusFixture } from "../../support/status-paths";
import { watchedDatabase } from "../../support/watched-database";

/* What the label's figures are made of, and how they are told. */

const watched = await openForFile(watchedDatabase);
const { db } = watched;
const NOW = new Date("2026-11-30T12:00:00Z");

let serial = 0;
/** An entry of the queue. @param cells values that differ from the usual. */
async function received(createdAt: string, cells: Record<string, string | null> = {}) {
  serial += 1;
  const row: Record<string, string | number | null> = {
    ...{ id: `E${serial}`, kind: "submission", reference: `R${serial}`, artist_name: "Ada" },
    ...{ title: "Tide", email: "ada@example.com", status: "pending", revision: 1, genre: "Folk" },
    ...{ due_at: "2026-12-24", entry: "open", created_at: createdAt, ...cells },
  };
  row.order_key = `${row.status === "pending" ? 0 : 1}${row.due_at}`;
  const columns = sql.raw(Object.keys(row).join(", "));
  const values = sql.join(
    Object.values(row).map((value) => sql`${value}`),
    sql`, `,
  );
  await db.run(sql`INSERT INTO review_items (${columns}) VALUES (${values})`);
}
const decided = (createdAt: string, replied: string, by: string | null, status = "rejected") => ({
  createdAt,
  cells: { status, replied_at: replied, replied_by: by },
});
const clear = () => db.run(sql`DELETE FROM review_items`);
const read = (period: FigurePeriod = "12-months") => readFigures(db, period, NOW);

test("days to reply are working days, of the middle one and of eight of ten", async () => {
  await clear();
  // Friday noon to Monday noon is one working day; a Saturday counts for nothing.
  for (const [from, to] of [
    ["2026-11-06T12:00:00.000Z", "2026-11-09T12:00:00.000Z"],
    ["2026-11-07T12:00:00.000Z", "2026-11-10T00:00:00.000Z"],
    ["2026-11-09T00:00:00.000Z", "2026-11-11T00:00:00.000Z"],
    ["2026-11-02T00:00:00.000Z", "2026-11-16T00:00:00.000Z"],
  ] as const) {
    const { createdAt, cells } = decided(from, to, "Bo");
    await received(createdAt, cells);
  }
  await received("2026-11-20T00:00:00.000Z");
  const { total } = await read();
  expect(total).toEqual({
    ...{ name: "", received: 5, accepted: 0, answered: 4, low: 1, median: 1, high: 10 },
  });
});

test("what was received is told by month, source, genre and reviewer", async () => {
  await clear();
  await received("2025-11-30T23:59:59.999Z");
  await received("2025-12-01T00:00:00.000Z", { entry: "invited", genre: "Jazz" });
  const yes = decided("2026-03-02T00:00:00.000Z", "2026-03-04T00:00:00.000Z", "Bo", "live");
  await received(yes.createdAt, { ...yes.cells, entry: "returning" });
  const onBoard = decided("2026-03-03T00:00:00.000Z", "2026-03-04T00:00:00.000Z", null);
  await received(onBoard.createdAt, { ...onBoard.cells, genre: null });
  const invited = { kind: "waiting", genre: null, status: "invited", replied_by: "Bo" };
  await received("2026-11-02T00:00:00.000Z", {
    ...invited,
    replied_at: "2026-11-05T00:00:00.000Z",
  });
  const figures = await read();
  const counts = (rows: typeof figures.sources) =>
    rows.map(({ name, received: all, accepted }) => [name, all, accepted]);
  expect(counts([figures.total])).toEqual([["", 4, 2]]);
  expect(counts(figures.slots)).toEqual([
    ["2025-12", 1, 0],
    ...[
      ["2026-01", 0, 0],
      ["2026-02", 0, 0],
      ["2026-03", 2, 1],
      ["2026-04", 0, 0],
    ],
    ...["2026-05", "2026-06", "2026-07", "2026-08", "2026-09", "2026-10"].map((name) => [
      name,
      0,
      0,
    ]),
    ["2026-11", 1, 1],
  ]);
  expect(counts(figures.sources)).toEqual([
    ["invited", 1, 0],
    ["open", 1, 0],
    ["returning", 1, 1],
    ["waiting", 1, 1],
  ]);
  expect(counts(figures.genres)).toEqual([
    ["", 1, 0],
    ["Folk", 1, 1],
    ["Jazz", 1, 0],
  ]);
  expect(counts(figures.reviewers)).toEqual([
    ["Bo", 2, 2],
    ["", 1, 0],
  ]);
  const page = figuresPage(figures, "12-months");
  const [sources, genres, reviewers] = page.groups;
  expect(reviewers?.bars.map(({ name, cells }) => [name, ...cells])).toEqual([
    ["Bo", "2", "100%", "2"],
    ["On the board", "1", "0%", "1"],
  ]);
  expect(sources?.bars.map(({ name, length, share }) => [name, length, share])).toEqual([
    ["Invitation", 100, 0],
    ["Open form", 100, 0],
    ["Returning artist", 100, 100],
    ["Waiting list", 100, 100],
  ]);
  expect(genres?.bars[0]?.name).toBe("No genre");
  expect(page.charts?.axis.map(({ text }) => text).join(" ")).toBe(
    "Dec Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov",
  );
  expect(page.charts?.marks.map(({ text }) => text).join("")).toBe("100200000001");
  expect(page.charts?.replies.ranges).toHaveLength(2);
});

test("thirty days are told by day, all time by month, and by year once it is long", async () => {
  await clear();
  await received("2026-10-31T12:00:00.000Z");
  await received("2026-11-01T00:00:00.000Z");
  const days = await read("30-days");
  expect([days.total.received, days.slots.length, days.slots[0]?.name]).toEqual([
    ...[1, 30, "2026-11-01"],
  ]);
  expect((await read("all")).slots.map(({ name }) => name)).toEqual(["2026-10", "2026-11"]);
  await received("2024-10-30T12:00:00.000Z");
  const years = await read("all");
  expect(years.slots.map(({ name, received: all }) => [name, all])).toEqual([
    ["2024", 1],
    ["2025", 0],
    ["2026", 2],
  ]);
  expect(figuresPage(years, "all").unit).toBe("year");
});

test("this month is compared with the last one, and with what we promise", async () => {
  await clear();
  const tiles = async () => {
    const { tiles: shown } = figuresPage(await read(), "12-months");
    return shown.map(({ figure, text, tone }) => [figure, text, tone]);
  };
  expect(await tiles()).toEqual([
    ["0", "0 this month, as many as in October", "neutral"],
    ["0", "0% of all, 0% of this month", "neutral"],
    ["–", "None answered this month, we promise 10", "good"],
    ["0", "0 late, 0 due today", "neutral"],
  ]);
  await received("2026-10-05T00:00:00.000Z", { due_at: "2026-10-19T00:00:00.000Z" });
  await received("2026-10-06T00:00:00.000Z", { status: "approved" });
  const late = decided("2026-11-02T00:00:00.000Z", "2026-11-17T00:00:00.000Z", "Bo", "approved");
  await received(late.createdAt, late.cells);
  await received("2026-11-16T00:00:00.000Z", { due_at: "2026-11-30T18:00:00.000Z" });
  await received("2026-11-17T00:00:00.000Z", { changes_asked_at: "2026-11-18" });
  expect(await tiles()).toEqual([
    ["5", "3 this month, 1 more than in October", "neutral"],
    ["2", "40% of all, 33.3% of this month", "neutral"],
    ["11", "11 this month, we promise 10", "bad"],
    ["2", "1 late, 1 due today", "bad"],
  ]);
});

test("an address without a known period gets twelve months", () => {
  const periodOf = (query: string) => readPeriod(new URLSearchParams(query));
  expect(["", "period=toString", "period=all", "period=30-days"].map(periodOf)).toEqual([
    ...["12-months", "12-months", "all", "30-days"],
  ]);
});

test("the figures read one index of what was received, and no table", async () => {
  watched.clear();
  for (const period of ["30-days", "12-months", "all"] as const) await read(period);
  const steps = (await watched.plans()).filter((step) => /review_items/.test(step));
  expect(steps.length).toBeGreaterThan(0);
  for (const step of steps)
    expect(step).toMatch(
      /USING (?:COVERING INDEX review_items_(?:figures|by_received)|INDEX review_items_in_order)(?: \(|$)/,
    );
});

test("an entry's first answer is kept, whoever gave it, unless it was undone", async () => {
  const fixture = await createStatusFixture();
  const firstAnswer = async (id: string) =>
    (
      await fixture.db.all(
        sql`SELECT replied_at IS NOT NULL AS answered, replied_by AS staff FROM review_items WHERE id = ${id}`,
      )
    )[0];
  const press = async (id: string, fields: Record<string, string>) => {
    const item = await findReviewItem(fixture.db, id);
    if (!item) throw new Error("It is not in the queue.");
    const revision = String(item.revision);
    const body = new URLSearchParams({ revision, decided: revision, ...fields });
    await reviewPost({ context: fixture.portal, by: staffPrincipal, item, fields: body });
  };
  const [id, onBoard] = [await fixture.submitted(), await fixture.submitted()];
  const unanswered = { answered: 0, staff: null };
  const ada = { answered: 1, staff: "Ada Berg" };
  expect(await firstAnswer(id)).toEqual(unanswered);
  await press(id, { intent: "set", status: "approved" });
  expect(await firstAnswer(id)).toEqual(ada);
  await press(id, { intent: "undo" });
  expect(await firstAnswer(id)).toEqual(unanswered);
  await press(id, { intent: "ask-changes", reason: "A longer intro, please" });
  expect(await firstAnswer(id)).toEqual(ada);
  await fixture.sets("an event of the board", onBoard, "approved");
  expect(await firstAnswer(onBoard)).toEqual({ answered: 1, staff: null });
  await press(onBoard, { intent: "set", status: "rejected", reason: "No" });
  expect(await firstAnswer(onBoard)).toEqual({ answered: 1, staff: null });
  await fixture.close();
});
