import { sql } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { errorReportSchema } from "~/monitoring/error-report";
import { storeErrorReport } from "~/monitoring/error-report-store.server";
import { errorReports } from "~/monitoring/tables.server";
import { databaseMegabytes } from "~/platform/database.server";
import { forgetRateWindows, LONGEST_SECONDS, takeTurn } from "~/platform/rate/take-turn.server";
import { parseSettings } from "~/platform/settings";
import { takeCall, tooManyUploadsText } from "~/session/visitor-limits.server";
import { openDraft } from "~/submission/draft/open-draft.server";
import { drafts } from "~/submission/tables.server";
import { type JobsWorld, jobsWorld } from "../../support/jobs-world";

let world: JobsWorld;
beforeAll(async () => {
  world = await jobsWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const rounds = <T>(count: number, one: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => one(n)));
const open = (n: number, limits = { open: 100, perDay: 100 }, visitor?: string) =>
  openDraft(
    world.db,
    { id: `01J0D${String(n).padStart(21, "0")}`, key: `key ${n}`, visitor, now: world.now() },
    limits,
  );

test("of any number of calls at once the limit passes, the others are told how long to wait", async () => {
  const turn = () => takeTurn(world.db, "saves A", { limit: 7, seconds: 60 }, world.now());
  const taken = await rounds(40, turn);
  expect(taken.filter((wait) => wait === undefined)).toHaveLength(7);
  expect(new Set(taken)).toEqual(new Set([undefined, 60]));
  world.later(45);
  expect(await turn()).toBe(15);
  expect(
    await takeTurn(world.db, "saves B", { limit: 7, seconds: 60 }, world.now()),
  ).toBeUndefined();
  world.later(15);
  expect(await turn()).toBeUndefined();
  world.later(61);
  await forgetRateWindows(world.db, world.now());
  expect(await world.db.all(sql`SELECT * FROM rate_windows`)).toEqual([]);
});

test("nothing is counted under an address that can be read, nor for longer than a day", async () => {
  const turn = (key: string, seconds: number) =>
    takeTurn(world.db, key, { limit: 7, seconds }, world.now());
  await expect(turn("letters ada@example.com", 60)).rejects.toThrow("names nobody");
  await expect(turn("letters A", LONGEST_SECONDS + 1)).rejects.toThrow("a day");
  expect(await world.db.all(sql`SELECT * FROM rate_windows`)).toEqual([]);
  expect(await turn("letters A", LONGEST_SECONDS)).toBeUndefined();
  world.later(LONGEST_SECONDS);
  await forgetRateWindows(world.db, world.now());
  expect(await world.db.all(sql`SELECT * FROM rate_windows`)).toEqual([]);
});

test("however many drafts are opened at once, no more are open than there may be", async () => {
  const opened = await rounds(30, (n) => open(n, { open: 12, perDay: 100 }, `visitor ${n}`));
  expect(opened.filter((draft) => draft === "full")).toHaveLength(18);
  expect(await world.db.$count(drafts)).toBe(12);
  await world.db.run(sql`UPDATE drafts SET submitted_at = 'x' WHERE key_hash IN
    (SELECT key_hash FROM drafts LIMIT 2)`);
  await world.db.run(sql`UPDATE drafts SET expired_at = 'x' WHERE key_hash IN
    (SELECT key_hash FROM drafts WHERE submitted_at IS NULL LIMIT 1)`);
  const more = await rounds(9, (n) => open(100 + n, { open: 12, perDay: 100 }));
  expect(more.filter((draft) => typeof draft === "object")).toHaveLength(3);
});

test("one address opens so many drafts in a day, raced or not, and others theirs", async () => {
  const opened = await rounds(20, (n) => open(n, { open: 100, perDay: 5 }, "A"));
  expect(opened.filter((draft) => draft === "visitor")).toHaveLength(15);
  expect(await open(50, { open: 100, perDay: 5 }, "B")).toMatchObject({ answers: {} });
  world.later(23 * 3_600);
  expect(await open(51, { open: 100, perDay: 5 }, "A")).toBe("visitor");
  world.later(3_601);
  expect(await open(52, { open: 100, perDay: 5 }, "A")).toMatchObject({ answers: {} });
});

test("two first posts of one new cookie open one draft", async () => {
  for (let round = 0; round < 25; round++) {
    const [one, other] = await rounds(2, () => open(round));
    expect(one).toEqual(other);
    expect(one).toMatchObject({ submitted: false, answers: {} });
  }
  expect(await world.db.$count(drafts)).toBe(25);
});

test("a draft that was opened before goes on while the house is full", async () => {
  await open(1);
  expect(await open(2, { open: 1, perDay: 100 })).toBe("full");
  expect(await open(1, { open: 1, perDay: 100 })).toMatchObject({ answers: {} });
});

test("the size of the database is known with every answer", async () => {
  const before = await databaseMegabytes(world.db);
  expect(before).toBeGreaterThan(0.05);
  await world.db.run(sql`UPDATE sweep_runs SET at = at`);
  await open(1);
  await world.db.run(sql`UPDATE drafts SET answers = json_object('x', hex(zeroblob(800000)))`);
  expect(await databaseMegabytes(world.db)).toBeGreaterThan(before + 1.5);
});

beforeEach(() => world.db.delete(errorReports));
const report = (n: number) =>
  v.parse(errorReportSchema, {
    errorData: { message: `broken ${n}`, stage: "tracks", timestamp: 1_800_000_000_000 },
  });
const send = async (n: number, visitor: string, limits = { perHour: 5, perDay: 12 }) => {
  const named = { id: `${visitor} ${n}`, visitor, now: world.now() };
  return (await storeErrorReport(world.db, report(n), named, limits)).reported;
};

test("one visitor's reports of an hour, and everybody's of a day, are as many as may be", async () => {
  const sent = await rounds(20, (n) => send(n, "A"));
  expect(sent.filter((one) => one === "stored")).toHaveLength(5);
  expect(sent.filter((one) => one === "too-many")).toHaveLength(15);
  expect(await send(sent.indexOf("stored"), "A")).toBe("too-many");
  const others = await rounds(20, (n) => send(100 + n, `other ${n}`));
  expect(others.filter((one) => one === "stored")).toHaveLength(7);
  // Who has sent few is counted while there is no room.
  expect(others.filter((one) => one === "full")).toHaveLength(13);
  world.later(3_601);
  expect(await send(sent.indexOf("stored"), "A")).toBe("known");
  // The latest takes the place of the oldest.
  expect([await send(200, "A"), await send(201, "A")]).toEqual(["stored", "full"]);
  expect(await world.db.$count(errorReports)).toBe(12);
  world.later(86_400);
  expect(await send(202, "A")).toBe("stored");
});

test("whatever becomes of a report, it is one of those that its visitor may send, raced or not", async () => {
  const limits = { perHour: 5, perDay: 1 };
  expect(await send(300, "B", limits)).toBe("stored");
  const same = await rounds(10, () => send(300, "B", limits));
  expect(same.filter((one) => one === "known")).toHaveLength(4);
  expect(same.filter((one) => one === "too-many")).toHaveLength(6);
  const others = await rounds(10, (n) => send(310 + n, "C", limits));
  expect(others.filter((one) => one === "full")).toHaveLength(5);
  expect(others.filter((one) => one === "too-many")).toHaveLength(5);
  world.later(3_601);
  expect(await send(300, "B", limits)).toBe("known");
});

test("no address begins more than a fifth of what all may in an hour, and what it is refused leaves them theirs", async () => {
  const secret = { SIGNING_SECRET: "x".repeat(32) };
  const settings = { ...parseSettings(secret), LIMIT_UPLOADS_PER_HOUR: 50 };
  const counters = { db: world.db, settings, clock: world.now, edgeLimits: {} };
  const begin = (address: string) => {
    const headers = { "CF-Connecting-IP": address };
    return takeCall(counters, new Request("https://portal.example/x", { headers }), "uploads");
  };
  const greedy = await rounds(40, (n) => begin(`2001:db8:1:2::${n}`));
  expect(greedy.filter((wait) => wait === undefined)).toHaveLength(10);
  expect(new Set(greedy)).toEqual(new Set([undefined, 3_600]));
  for (const address of ["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4"]) {
    const waits = await rounds(10, () => begin(address));
    expect(waits.filter((wait) => wait !== undefined)).toEqual([]);
  }
  expect(await begin("203.0.113.5")).toBe(3_600);
  expect(tooManyUploadsText(3_600)).toContain("Wait 1 hour, then try again.");
});
