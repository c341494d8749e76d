import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { errorReportSchema } from "~/monitoring/error-report";
import { HITS_PER_CAUSE, storeErrorReport } from "~/monitoring/error-report-store.server";
import { asKept, thrownAs } from "~/monitoring/errors/failure.server";
import { openFailureNotes } from "~/monitoring/errors/note-failures.server";
import { addUpMeasures } from "~/monitoring/figures/add-up.server";
import {
  BATCHES_PER_MINUTE,
  openGatherer,
  type WriteDeps,
} from "~/monitoring/figures/gather.server";
import { slotsSince } from "~/monitoring/figures/slots";
import { mergeCells, percentile, readCells, tallyOf } from "~/monitoring/figures/tally";
import {
  errorCounts,
  errorGroups,
  errorReports,
  funnelCounts,
  measureBatches,
  measures,
} from "~/monitoring/tables.server";
import { vitalsCells, vitalsSchema } from "~/monitoring/vitals/vitals";
import { openDatabase } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import { emptyExpiredDrafts } from "~/submission/draft/draft-expiry.server";
import { saveStep } from "~/submission/draft/draft-store.server";
import { openDraft } from "~/submission/draft/open-draft.server";
import { drafts } from "~/submission/tables.server";
import { noteFailure } from "../../../workers/jobs/note-failure";
import { sweep } from "../../../workers/jobs/sweep";
import { type JobsWorld, jobsWorld } from "../../support/jobs-world";

let world: JobsWorld;
beforeAll(async () => {
  world = await jobsWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  for (const table of [
    errorReports,
    errorGroups,
    errorCounts,
    measureBatches,
    measures,
    funnelCounts,
  ])
    await world.db.delete(table);
});

const away = openDatabase({
  prepare: () => {
    throw new Error("D1 is away");
  },
} as unknown as D1Database);

/** A sequence that is as even as chance. */
function evenly() {
  let at = 0;
  return () => {
    at = (at + 0.618_033_988_75) % 1;
    return at;
  };
}

const deps = (changes: Partial<WriteDeps> = {}): WriteDeps => ({
  ...{ db: world.db, log: world.log, clock: world.now, random: () => 0 },
  sleep: async () => undefined,
  ...changes,
});
const lcp = (value: number, more: object = {}) =>
  v.parse(vitalsSchema, {
    ...{ device: "phone", connection: "4g" },
    metrics: [{ name: "LCP", value, page: "/submit/artist" }],
    ...more,
  });
const cellsOf = async (topic: string) =>
  mergeCells(
    (await world.db.select().from(measures).where(eq(measures.topic, topic))).map((row) =>
      readCells(row.cells),
    ),
  );

test("ten thousand reports a minute are a few rows, and are counted nearly as they were", async () => {
  const gatherer = openGatherer(evenly());
  for (let n = 0; n < 10_000; n++) {
    const weight = gatherer.admit(`visitor ${n}`, world.now());
    if (typeof weight === "number" && weight > 0)
      gatherer.add("vitals", vitalsCells(lcp(1_000 + (n % 100) * 10), weight));
    if (n % 1_000 === 999) await gatherer.write(deps());
  }
  expect(await world.db.$count(measureBatches)).toBeLessThanOrEqual(BATCHES_PER_MINUTE);
  world.later(61);
  await gatherer.write(deps());
  await sweep(world, 60, ["figures"]);
  const { LCP } = await cellsOf("vitals");
  expect(LCP?.count).toBeGreaterThan(9_000);
  expect(LCP?.count).toBeLessThan(11_000);
  expect(percentile(LCP ?? tallyOf(0), 0.75)).toBeGreaterThan(1_580);
  expect(percentile(LCP ?? tallyOf(0), 0.75)).toBeLessThan(1_930);
  expect(await world.db.$count(measures)).toBe(4);
  expect(await world.db.$count(measureBatches)).toBe(0);
});

test("one visitor who reports without end is stopped, and others are not", () => {
  const gatherer = openGatherer(() => 0);
  const said = Array.from({ length: 100 }, () => gatherer.admit("A", world.now()));
  expect(said.at(0)).toBe(1);
  expect(said.at(-1)).toBe("too-many");
  expect(gatherer.admit("B", world.now())).toBe(1);
  world.later(60);
  expect(gatherer.admit("A", world.now())).toBe(1);
});

test("however many workers there are, they write a few rows a minute together, and lose nothing", async () => {
  const gatherers = Array.from({ length: 30 }, () => openGatherer());
  for (const one of gatherers) one.add("vitals", vitalsCells(lcp(900), 1));
  await Promise.all(gatherers.map((one) => one.write(deps())));
  expect(await world.db.$count(measureBatches)).toBe(BATCHES_PER_MINUTE);
  for (let minute = 0; minute < 8; minute++) {
    world.later(61);
    for (const one of gatherers) await one.write(deps());
    await addUpMeasures(world.db);
  }
  expect((await cellsOf("vitals")).LCP?.count).toBe(30);
});

test("while the database is away it is said once, and what was gathered is written later", async () => {
  const gatherer = openGatherer();
  for (let n = 0; n < 3; n++) {
    gatherer.add("vitals", vitalsCells(lcp(900), 1));
    await gatherer.write(deps({ db: away }));
  }
  expect(world.lines).toEqual([["measures.not-stored", { reason: "Error: D1 is away" }]]);
  await gatherer.write(deps());
  await addUpMeasures(world.db);
  expect((await cellsOf("vitals")).LCP?.count).toBe(3);
});

test("what is gathered is added up once, however many sweeps do it at once", async () => {
  for (let n = 0; n < 3; n++) {
    const gatherer = openGatherer();
    gatherer.add("vitals", vitalsCells(lcp(1_000 * (n + 1)), 1));
    gatherer.add("uploads", { "stored chrome": tallyOf(5_000) });
    await gatherer.write(deps());
  }
  await Promise.all([1, 2, 3].map(() => addUpMeasures(world.db)));
  await addUpMeasures(world.db);
  expect(await cellsOf("vitals")).toMatchObject({ LCP: { count: 3, sum: 6_000 } });
  expect(await cellsOf("vitals by-device")).toMatchObject({ "LCP phone 4g": { count: 3 } });
  expect(await cellsOf("vitals by-page")).toMatchObject({ "LCP /submit/artist": { count: 3 } });
  expect(await cellsOf("vitals /submit/artist")).toMatchObject({ "LCP phone 4g": { count: 3 } });
  expect(await cellsOf("uploads")).toMatchObject({ "stored chrome": { count: 3, sum: 15_000 } });
});

test("a batch that somebody wrote by hand, or that was cut, holds nothing up", async () => {
  const at = world.now().toISOString();
  await world.db.insert(measureBatches).values([
    { at, cells: "{oops" },
    { at, cells: '{"vitals":{"LCP /nowhere phone 4g":[1,1,{"1":1}]},"others":{}}' },
  ]);
  expect(await addUpMeasures(world.db)).toBe(2);
  expect(await world.db.$count(measureBatches)).toBe(0);
  expect(await world.db.$count(measures)).toBe(0);
});

test("old periods are joined: nothing is lost, a week is about a hundred rows, and 400 days are the end", async () => {
  const began = world.now().getTime();
  const bulk = (rows: unknown[]) => sql`json_each(${JSON.stringify(rows)})`;
  for (let day = 0; day < 9; day++) {
    const ats = Array.from({ length: 72 }, (_, n) => {
      const minutes = day * 1_440 + Math.floor(n / 3) * 60 + (n % 3) * 20;
      return new Date(began + minutes * 60_000).toISOString();
    });
    const cells = '{"vitals":{"LCP /submit phone 4g":[1,1000,{"73":1}]}}';
    await world.db.run(
      sql`INSERT INTO measure_batches (at, cells) SELECT value, ${cells} FROM ${bulk(ats)}`,
    );
    await world.db.run(
      sql`INSERT INTO error_counts SELECT value, 'site', 'page', 'HIGH', 2 FROM ${bulk(ats)}`,
    );
    await world.db.run(
      sql`INSERT INTO funnel_counts SELECT value, 'opened', '', 3 FROM ${bulk(ats)}`,
    );
    world.later(86_400);
    await sweep(world, 60, ["figures", "old-figures"]);
  }
  const all = 9 * 24 * 3;
  expect((await cellsOf("vitals")).LCP?.count).toBe(all);
  expect((await cellsOf("vitals by-device"))["LCP phone 4g"]?.count).toBe(all);
  const errors = await world.db.select().from(errorCounts);
  expect(errors.reduce((sum, { count }) => sum + count, 0)).toBe(2 * all);
  const opened = await world.db.select().from(funnelCounts);
  expect(opened.reduce((sum, { count }) => sum + count, 0)).toBe(3 * all);
  const week = sql`topic = 'vitals' AND slot >= ${slotsSince(world.now(), 168)}`;
  expect(await world.db.$count(measures, week)).toBeLessThan(125);
  expect(errors.length).toBeLessThan(140);
  world.later(380 * 86_400);
  await sweep(world, 60, ["forgetting"]);
  expect(await world.db.$count(measures)).toBeGreaterThan(0);
  world.later(30 * 86_400);
  await sweep(world, 60, ["forgetting"]);
  for (const table of [measures, errorCounts, funnelCounts])
    expect(await world.db.$count(table)).toBe(0);
});

const LIMITS = { perHour: 60, perDay: 1_000 };
let reports = 0;
const report = (changes: object = {}, visitor = "A", limits = LIMITS) => {
  reports += 1;
  const errorData = {
    ...{ message: `Part ${reports} failed`, stage: "tracks", release: "b1" },
    stack: "Error: x\n    at send (https://a.example/build/routes/submit-AB12CD34.js:1:2)",
    ...{ timestamp: world.now().getTime() + reports, ...changes },
  };
  const parsed = v.parse(errorReportSchema, { submissionId: "D1", errorData });
  const named = { id: `R${reports}`, visitor, now: world.now() };
  return storeErrorReport(world.db, parsed, named, limits);
};
const groups = () => world.db.select().from(errorGroups);

test("reports of one cause are one, with when it was seen, how often, and in which builds", async () => {
  await report();
  world.later(600);
  await report({ release: "b2" });
  await report({ release: "b1" });
  await report({ stage: "creating" });
  const [one, other, ...more] = await groups();
  expect(more).toEqual([]);
  expect(one).toMatchObject({
    ...{ source: "browser", stage: "tracks", category: "upload", severity: "HIGH", count: 3 },
    ...{ firstSeenAt: "2026-11-21T12:00:00.000Z", lastSeenAt: "2026-11-21T12:10:00.000Z" },
    ...{ releases: '["b1","b2"]', frame: "at send (routes/submit.js:1:2)" },
  });
  expect(other).toMatchObject({ severity: "CRITICAL", count: 1, stage: "creating" });
  const hits = await world.db
    .select()
    .from(errorReports)
    .where(eq(errorReports.groupId, one?.id ?? ""));
  expect(hits.map(({ submissionId }) => submissionId)).toEqual(["D1", "D1", "D1"]);
  const counts = await world.db.select().from(errorCounts);
  const counted = counts.map(({ slot, severity, count }) => [slot.slice(11, 16), severity, count]);
  expect(counted.sort()).toEqual([
    ["12:00", "HIGH", 1],
    ["12:10", "CRITICAL", 1],
    ["12:10", "HIGH", 2],
  ]);
});

test("a report that arrives again is counted once", async () => {
  const same = { message: "same", timestamp: world.now().getTime() };
  const sent = await Promise.all([report(same), report(same), report(same)]);
  expect(sent.map(({ reported }) => reported).sort()).toEqual(["known", "known", "stored"]);
  expect((await groups()).map(({ count }) => count)).toEqual([1]);
});

test("builds are remembered, the first and the latest twenty", async () => {
  for (let n = 0; n < 25; n++) await report({ release: `b${n}` });
  const [group] = await groups();
  const releases = JSON.parse(group?.releases ?? "[]");
  expect(releases).toHaveLength(20);
  expect([releases[0], releases[19]]).toEqual(["b0", "b24"]);
});

test("one cause leaves room for others: beyond a hundred a day only its number grows", async () => {
  const notes = openFailureNotes();
  for (let n = 0; n < HITS_PER_CAUSE + 20; n++) {
    const { reported, failure } = await report({}, `visitor ${n}`);
    if (reported === "full") notes.add(failure, null);
  }
  expect((await report({ stage: "creating" }, "other")).reported).toBe("stored");
  await notes.write({ ...deps(), ids: randomIds });
  expect(await world.db.$count(errorReports)).toBe(HITS_PER_CAUSE + 1);
  expect((await groups()).map(({ count }) => count).sort()).toEqual([1, HITS_PER_CAUSE + 20]);
});

test.each([
  ["a year ahead", "2027-11-21T12:00:00.000Z", "2026-11-21T12:00:00.000Z"],
  ["a year behind", "2025-11-21T12:00:00.000Z", "2026-11-21T12:00:00.000Z"],
  ["a little ahead", "2026-11-21T12:05:00.000Z", "2026-11-21T12:05:00.000Z"],
  [
    "of the week before, when the line was lost",
    "2026-11-15T12:00:00.000Z",
    "2026-11-15T12:00:00.000Z",
  ],
])("a browser's clock that is %s", async (_, timestamp, occurredAt) => {
  await report({ timestamp });
  expect(await world.db.select().from(errorReports)).toMatchObject([{ occurredAt }]);
});

test("a flood of failures of our own is a few rows, and all of them are counted", async () => {
  const notes = openFailureNotes();
  for (let n = 0; n < 5_000; n++) {
    const thrown = thrownAs(new TypeError(`Row ${n} is gone`));
    const stage = "POST /api/submission/record";
    notes.add(
      await asKept({ source: "site", stage, url: null, release: "b1", ...thrown }),
      `D${n}`,
    );
  }
  await notes.write({ ...deps(), ids: randomIds });
  expect(await world.db.$count(errorReports)).toBe(1);
  expect(await groups()).toMatchObject([{ count: 5_000, severity: "CRITICAL", source: "site" }]);
});

test("failures that cannot be written are said once, and written later", async () => {
  const notes = openFailureNotes();
  const failed = { source: "site", stage: "GET /staff", url: null, release: null } as const;
  notes.add(await asKept({ ...failed, ...thrownAs(new Error("x")) }), null);
  for (let n = 0; n < 3; n++) await notes.write({ ...deps({ db: away }), ids: randomIds });
  expect(world.events()).toEqual(["errors.not-stored"]);
  await notes.write({ ...deps(), ids: randomIds });
  expect(await groups()).toMatchObject([{ count: 1 }]);
});

test("what fails in the jobs worker is noted with the submission, and so is a part of the sweep", async () => {
  await noteFailure(world, { stage: "sync-board", thrown: "http-500: away", subjectId: "S1" });
  const broken = {
    ...world,
    calls: { ...world.calls, sendWaiting: () => Promise.reject(new Error("No mail")) },
  };
  await sweep(broken, 60, ["mails"]);
  const found = (await groups()).map(({ stage, severity, message }) => [stage, severity, message]);
  expect(found.sort()).toEqual([
    ["sweep mails", "MEDIUM", "Error: No mail"],
    ["sync-board", "HIGH", "http-500: away"],
  ]);
  const hit = await world.db
    .select()
    .from(errorReports)
    .where(eq(errorReports.stage, "sync-board"));
  expect(hit).toMatchObject([{ submissionId: "S1", release: "jobs-test", source: "jobs" }]);
});

const MARKERS = [
  "zephyr.marker@example.com",
  "+44 7700 900123",
  "Zephyr Marker final mix.wav",
  "Zephyr-Cover.JPG",
  "zephyr-secret-token-0123456789",
  "01J0ZEPHYRMARKER0123456789",
  "Zephyr Quoted",
];

test("nothing that is somebody's is kept of a failure, wherever it was met", async () => {
  const text = `Could not send ${MARKERS[2]} (${MARKERS[3]}) for ${MARKERS[0]}, ${MARKERS[1]}: key ${MARKERS[4]}, draft ${MARKERS[5]}, title "${MARKERS[6]}" at https://a.example/submit/continue/zephyr0123456789abc?name=Zephyr#Zephyr`;
  await report({
    message: text,
    stack: `Error: ${text}\n    at send (https://a.example/build/x-AB12CD34.js:1:2)`,
  });
  await report({ message: "Failed to upload Zephyr Song: Network error", stack: null });
  await report({
    message: "Failed to upload custom artwork for Zephyr: the song: Upload timeout",
    stack: null,
  });
  await noteFailure(world, { stage: "send-mail", thrown: new Error(text), subjectId: null });
  const notes = openFailureNotes();
  const met = { source: "site", stage: "POST /submit/artist", url: null, release: null } as const;
  notes.add(await asKept({ ...met, ...thrownAs(new Error(text)) }), null);
  await notes.write({ ...deps(), ids: randomIds });
  const kept = JSON.stringify([
    await world.db.select().from(errorReports),
    await groups(),
    world.lines,
  ]);
  expect(kept).not.toMatch(/zephyr/i);
  for (const marker of MARKERS) expect(kept).not.toContain(marker);
  expect(kept).toContain("Failed to upload [title]: Network error");
  expect(await world.db.$count(errorReports)).toBe(5);
});

const funnel = async () =>
  (await world.db.select().from(funnelCounts))
    .map(({ slot, event, step, count }) =>
      `${slot.slice(11, 16)} ${event} ${step} ${count}`.replace("  ", " "),
    )
    .sort();
const open = (n: number) =>
  openDraft(world.db, {
    id: `01J0F${String(n).padStart(21, "0")}`,
    key: `funnel ${n}`,
    now: world.now(),
  });

test("how far artists come is counted: each step of a draft once, and where it was left", async () => {
  for (const n of [1, 2, 3]) await open(n);
  await open(1);
  const id = `01J0F${"1".padStart(21, "0")}`;
  const save = (completed: boolean, step: "artist" | "music" = "artist") =>
    saveStep(world.db, id, { step, answers: {} as never, completed, now: world.now() });
  await save(true);
  await save(false);
  await save(true);
  world.later(700);
  await save(true, "music");
  await world.db
    .update(drafts)
    .set({ submittedAt: "2026-11-21T12:20:00.000Z" })
    .where(eq(drafts.id, `01J0F${"2".padStart(21, "0")}`));
  expect(await funnel()).toEqual([
    "12:00 opened 3",
    "12:00 passed artist 1",
    "12:10 passed music 1",
    "12:20 submitted 1",
  ]);
  world.later(20 * 86_400);
  await sweep(world, 60, ["drafts"]);
  expect((await funnel()).filter((one) => one.includes("abandoned"))).toEqual([
    "12:10 abandoned about 1",
    "12:10 abandoned artist 1",
  ]);
  await emptyExpiredDrafts(world.db, world.now(), 10, () => world.db.delete(measures));
  expect((await funnel()).filter((one) => one.includes("abandoned"))).toHaveLength(2);
});
