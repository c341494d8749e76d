import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { aggregateMeasures } from "~/observability/analytics/aggregation.server";
import {
  mergeHistogramMaps,
  parseHistograms,
  percentile,
  serializeHistograms,
  singleValueHistogram,
} from "~/observability/analytics/histogram.server";
import {
  BATCHES_PER_MINUTE,
  createMeasureBuffer,
  type WriteDeps,
} from "~/observability/analytics/measure-buffer.server";
import { MEASURED_PAGES } from "~/observability/analytics/measured-pages";
import { slotsSince } from "~/observability/analytics/time-slots";
import {
  CONNECTIONS,
  DEVICES,
  METRICS,
  vitalsCells,
  vitalsSchema,
} from "~/observability/analytics/vitals.server";
import { describeThrown, toStoredFailure } from "~/observability/errors/failure.server";
import { createFailureBuffer } from "~/observability/errors/failure-buffer.server";
import {
  errorCounts,
  errorGroups,
  funnelCounts,
  measureBatches,
  measures,
} from "~/observability/monitoring-tables.server";
import { openDatabase } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import { sweep } from "../../../workers/jobs/sweep";
import { seededRandom } from "../../support/interleaving";
import {
  COUNTER_TABLES,
  openTestFixture,
  unavailableDatabase,
} from "../../support/open-test-fixture";

const fixture = await openTestFixture(COUNTER_TABLES);
const random = seededRandom(30);

function evenly() {
  let offset = 0;
  return () => {
    offset = (offset + 0.618_033_988_75) % 1;
    return offset;
  };
}

const deps = (changes: Partial<WriteDeps> = {}): WriteDeps => ({
  db: fixture.db,
  log: fixture.log,
  clock: fixture.now,
  random: () => 0,
  sleep: async () => undefined,
  ...changes,
});
const lcp = (value: number, extraFields: object = {}) =>
  v.parse(vitalsSchema, {
    device: "phone",
    connection: "4g",
    metrics: [{ name: "LCP", value, page: "/submit/artist" }],
    ...extraFields,
  });
const findCells = async (topic: string) =>
  mergeHistogramMaps(
    (await fixture.db.select().from(measures).where(eq(measures.topic, topic))).map((row) =>
      parseHistograms(row.cells),
    ),
  );

/** A visitor of a network of their own. */
const from = (visitor: string) => ({ visitor, network: `around ${visitor}` });

test("ten thousand reports a minute make a few rows with nearly exact counts", async () => {
  const gatherer = createMeasureBuffer(evenly());
  for (let n = 0; n < 10_000; n++) {
    const weight = gatherer.admit(from(`visitor ${n}`), fixture.now());
    if (typeof weight === "number" && weight > 0)
      gatherer.add("vitals", vitalsCells(lcp(1_000 + (n % 100) * 10), weight));
    if (n % 1_000 === 999) await gatherer.write(deps());
  }
  expect(await fixture.db.$count(measureBatches)).toBeLessThanOrEqual(BATCHES_PER_MINUTE);
  fixture.later(61);
  await gatherer.write(deps());
  await sweep(fixture, 60, ["figures"]);
  const { LCP } = await findCells("vitals");
  expect(LCP?.count).toBeGreaterThan(9_000);
  expect(LCP?.count).toBeLessThan(11_000);
  expect(percentile(LCP ?? singleValueHistogram(0), 0.75)).toBeGreaterThan(1_580);
  expect(percentile(LCP ?? singleValueHistogram(0), 0.75)).toBeLessThan(1_930);
  expect(await fixture.db.$count(measures)).toBe(4);
  expect(await fixture.db.$count(measureBatches)).toBe(0);
});

test("one visitor who reports without end is stopped, and others are not", () => {
  const gatherer = createMeasureBuffer(() => 0);
  const admissions = Array.from({ length: 100 }, () => gatherer.admit(from("A"), fixture.now()));
  expect(admissions.at(0)).toBe(1);
  expect(admissions.at(-1)).toBe("too-many");
  expect(gatherer.admit(from("B"), fixture.now())).toBe(1);
  fixture.later(60);
  expect(gatherer.admit(from("A"), fixture.now())).toBe(1);
});

test("a network that reports from every address is limited to a fifth, and others count as before", () => {
  const gatherer = createMeasureBuffer(() => 0);
  const flood = Array.from({ length: 1_000 }, (_, n) =>
    gatherer.admit({ visitor: `A ${n}`, network: "A" }, fixture.now()),
  );
  expect(flood.filter((count) => count === 1)).toHaveLength(100);
  expect(flood.at(-1)).toBe("too-many");
  // Without the share these would stand for two.
  for (let n = 0; n < 300; n++) expect(gatherer.admit(from(`B ${n}`), fixture.now())).toBe(1);
  fixture.later(60);
  expect(gatherer.admit({ visitor: "A 1", network: "A" }, fixture.now())).toBe(1);
});

test("however many workers there are, they write a few rows a minute together, and lose nothing", async () => {
  const gatherers = Array.from({ length: 30 }, () => createMeasureBuffer(random));
  for (const gatherer of gatherers) gatherer.add("vitals", vitalsCells(lcp(900), 1));
  await Promise.all(gatherers.map((gatherer) => gatherer.write(deps())));
  expect(await fixture.db.$count(measureBatches)).toBe(BATCHES_PER_MINUTE);
  for (let minute = 0; minute < 8; minute++) {
    fixture.later(61);
    for (const gatherer of gatherers) await gatherer.write(deps());
    await aggregateMeasures(fixture.db);
  }
  expect((await findCells("vitals")).LCP?.count).toBe(30);
});

test("a database outage is logged once, and the collected figures are written later", async () => {
  const gatherer = createMeasureBuffer(random);
  for (let n = 0; n < 3; n++) {
    gatherer.add("vitals", vitalsCells(lcp(900), 1));
    await gatherer.write(deps({ db: unavailableDatabase }));
  }
  expect(fixture.lines).toEqual([["measures.not-stored", { reason: "Error: D1 is away" }]]);
  await gatherer.write(deps());
  await aggregateMeasures(fixture.db);
  expect((await findCells("vitals")).LCP?.count).toBe(3);
});

test.each([
  ["the database was away for", () => deps({ db: unavailableDatabase })],
  ["all turns of a minute were others' for", () => deps()],
])(
  "figures that %s ten minutes are dropped, and later ones are written",
  async (_, failingDeps) => {
    const timestamp = fixture.now().toISOString();
    const others = Array.from({ length: BATCHES_PER_MINUTE }, () => ({
      at: timestamp,
      cells: "{}",
    }));
    await fixture.db.insert(measureBatches).values(others);
    const gatherer = createMeasureBuffer(random);
    const add = () => gatherer.add("vitals", vitalsCells(lcp(900), 1));
    add();
    await gatherer.write(failingDeps());
    const lineCount = fixture.lines.length;
    for (let n = 0; n < 3; n++) {
      fixture.later(11 * 60);
      add();
      await gatherer.write(deps());
    }
    await aggregateMeasures(fixture.db);
    expect((await findCells("vitals")).LCP?.count).toBe(3);
    // A further outage is logged again.
    add();
    await gatherer.write(deps({ db: unavailableDatabase }));
    expect(fixture.events().slice(lineCount)).toEqual(["measures.not-stored"]);
  },
);

/** A database that accepts every query and never answers. */
const silent = openDatabase({
  prepare: () => ({ bind: () => ({ all: forever, run: forever, raw: forever }) }),
  batch: forever,
} as unknown as D1Database);
function forever(): Promise<never> {
  return new Promise(() => undefined);
}

test("a write that never ends, as when the platform stops a worker, does not block later ones", async () => {
  const [gatherer, notes] = [createMeasureBuffer(random), createFailureBuffer()];
  const origin = { source: "site", stage: "GET /staff", url: null, release: null } as const;
  const failure = await toStoredFailure({ ...origin, ...describeThrown(new Error("x")) });
  const both = (db: typeof silent) => {
    gatherer.add("vitals", vitalsCells(lcp(900), 1));
    notes.add(failure, null);
    const now = { ...deps({ db }), ids: randomIds };
    return Promise.all([gatherer.write(now), notes.write(now)]);
  };
  void both(silent);
  await both(fixture.db);
  expect(await fixture.db.$count(measureBatches)).toBe(0);
  fixture.later(61);
  await both(fixture.db);
  expect(await fixture.db.$count(measureBatches)).toBe(1);
  expect(await fixture.db.select().from(errorGroups)).toMatchObject([{ stage: "GET /staff" }]);
});

test("collected figures are added up once, even by simultaneous sweeps", async () => {
  for (let n = 0; n < 3; n++) {
    const gatherer = createMeasureBuffer(random);
    gatherer.add("vitals", vitalsCells(lcp(1_000 * (n + 1)), 1));
    gatherer.add("uploads", { "stored chrome": singleValueHistogram(5_000) });
    await gatherer.write(deps());
  }
  await Promise.all([1, 2, 3].map(() => aggregateMeasures(fixture.db)));
  await aggregateMeasures(fixture.db);
  expect(await findCells("vitals")).toMatchObject({ LCP: { count: 3, sum: 6_000 } });
  expect(await findCells("vitals by-device")).toMatchObject({ "LCP phone 4g": { count: 3 } });
  expect(await findCells("vitals by-page")).toMatchObject({ "LCP /submit/artist": { count: 3 } });
  expect(await findCells("vitals /submit/artist")).toMatchObject({ "LCP phone 4g": { count: 3 } });
  expect(await findCells("uploads")).toMatchObject({ "stored chrome": { count: 3, sum: 15_000 } });
});

test("after a day without a sweep, all that was gathered here and there in it is added up", async () => {
  const startedAt = fixture.now().getTime();
  const cells = '{"vitals":{"LCP /submit phone 4g":[1,1000,{"73":1}]}}';
  const ats = Array.from({ length: 130 }, (_, n) =>
    new Date(startedAt + n * 600_000).toISOString(),
  );
  await fixture.db.run(
    sql`INSERT INTO measure_batches (at, cells) SELECT value, ${cells} FROM json_each(${JSON.stringify(ats)})`,
  );
  expect(await aggregateMeasures(fixture.db)).toBe(130);
  expect((await findCells("vitals")).LCP?.count).toBe(130);
  expect(await fixture.db.$count(measureBatches)).toBe(0);
});

test("a day of so many views that their figures fill more than D1 takes at once is added up", async () => {
  // A page's figures of a day, with views of every length on every kind of device and line.
  const steps = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [String(n), 1_000 + n]));
  const count = Object.values(steps).reduce((sum, stepCount) => sum + stepCount, 0);
  const kinds = DEVICES.flatMap((device) => CONNECTIONS.map((line) => `${device} ${line}`));
  const keys = kinds.flatMap((kind) => METRICS.map((metric) => `${metric} ${kind}`));
  const full = serializeHistograms(
    Object.fromEntries(keys.map((key) => [key, { count, sum: 1, steps }])),
  );
  const day = fixture.now().toISOString().replace(/T.*/, "T00:00:00.000Z");
  for (const page of MEASURED_PAGES)
    await fixture.db.insert(measures).values({ topic: `vitals ${page}`, slot: day, cells: full });
  const gatherer = createMeasureBuffer(random);
  for (const page of MEASURED_PAGES)
    gatherer.add("vitals", { [`LCP ${page} phone 4g`]: singleValueHistogram(1_000) });
  await gatherer.write(deps());
  expect(await aggregateMeasures(fixture.db)).toBe(1);
  for (const page of MEASURED_PAGES)
    expect((await findCells(`vitals ${page}`))["LCP phone 4g"]?.count).toBe(count + 1);
});

test("an invalid or truncated batch blocks nothing", async () => {
  const timestamp = fixture.now().toISOString();
  await fixture.db.insert(measureBatches).values([
    { at: timestamp, cells: "{oops" },
    { at: timestamp, cells: '{"vitals":{"LCP /nowhere phone 4g":[1,1,{"1":1}]},"others":{}}' },
  ]);
  expect(await aggregateMeasures(fixture.db)).toBe(2);
  expect(await fixture.db.$count(measureBatches)).toBe(0);
  expect(await fixture.db.$count(measures)).toBe(0);
});

test("old periods are merged without loss: a week has about a hundred rows, and figures end after 400 days", async () => {
  const startedAt = fixture.now().getTime();
  const bulk = (rows: unknown[]) => sql`json_each(${JSON.stringify(rows)})`;
  for (let day = 0; day < 9; day++) {
    const ats = Array.from({ length: 72 }, (_, n) => {
      const minutes = day * 1_440 + Math.floor(n / 3) * 60 + (n % 3) * 20;
      return new Date(startedAt + minutes * 60_000).toISOString();
    });
    const cells = '{"vitals":{"LCP /submit phone 4g":[1,1000,{"73":1}]}}';
    await fixture.db.run(
      sql`INSERT INTO measure_batches (at, cells) SELECT value, ${cells} FROM ${bulk(ats)}`,
    );
    await fixture.db.run(
      sql`INSERT INTO error_counts SELECT value, 'site', 'page', 'HIGH', 2 FROM ${bulk(ats)}`,
    );
    await fixture.db.run(
      sql`INSERT INTO funnel_counts SELECT value, 'opened', '', 3 FROM ${bulk(ats)}`,
    );
    fixture.later(86_400);
    await sweep(fixture, 60, ["figures", "old-figures"]);
  }
  const all = 9 * 24 * 3;
  expect((await findCells("vitals")).LCP?.count).toBe(all);
  expect((await findCells("vitals by-device"))["LCP phone 4g"]?.count).toBe(all);
  const errors = await fixture.db.select().from(errorCounts);
  expect(errors.reduce((sum, { count }) => sum + count, 0)).toBe(2 * all);
  const funnelRows = await fixture.db.select().from(funnelCounts);
  expect(funnelRows.reduce((sum, { count }) => sum + count, 0)).toBe(3 * all);
  const week = sql`topic = 'vitals' AND slot >= ${slotsSince(fixture.now(), 168)}`;
  expect(await fixture.db.$count(measures, week)).toBeLessThan(125);
  expect(errors.length).toBeLessThan(140);
  fixture.later(380 * 86_400);
  await sweep(fixture, 60, ["forgetting"]);
  expect(await fixture.db.$count(measures)).toBeGreaterThan(0);
  fixture.later(30 * 86_400);
  await sweep(fixture, 60, ["forgetting"]);
  for (const table of [measures, errorCounts, funnelCounts])
    expect(await fixture.db.$count(table)).toBe(0);
});
