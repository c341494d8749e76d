import { expect, test } from "vitest";
import { describeThrown, toStoredFailure } from "~/observability/errors/failure.server";
import { createFailureBuffer } from "~/observability/errors/failure-buffer.server";
import { failureReporter } from "~/observability/errors/failure-reporter.server";
import { MAX_REPORTS_PER_GROUP } from "~/observability/errors/report-statements.server";
import { errorGroups, errorReports } from "~/observability/monitoring-tables.server";
import { openDatabase } from "~/platform/database.server";
import { routeName } from "~/platform/formats/route-name";
import { randomIds } from "~/platform/ids";
import {
  COUNTER_TABLES,
  openTestFixture,
  unavailableDatabase,
} from "../../support/open-test-fixture";

/* Failures of requests: collected by each worker, stored by cause. */

const fixture = await openTestFixture(COUNTER_TABLES);
const deps = (db = fixture.db) => ({
  db,
  ids: randomIds,
  log: fixture.log,
  clock: fixture.now,
  sleep: async () => undefined,
});
const groups = () => fixture.db.select().from(errorGroups);
const listFailures = async () => {
  const rows = await fixture.db.select().from(errorReports).orderBy(errorReports.createdAt);
  return rows.map(({ submissionId, message }) => submissionId ?? message);
};
const meetFailure = async (message: string, stage = "GET /staff") =>
  toStoredFailure({
    source: "site",
    stage,
    url: null,
    release: null,
    ...describeThrown(new Error(message)),
  });

test("a failure stores only the route words of its request, and an id of its subject", async () => {
  const failures = createFailureBuffer();
  const pending: Promise<unknown>[] = [];
  const paths = [
    ["/files/01JD7Z5R8Q0000000000000000/Zephyr-Marker.wav", "GET /files/:id/:name"],
    ["/split/ZephyrZephyrZephyr", "GET /split/:token"],
    ["/submission/Zephyr-Marker", "GET /submission/:other"],
    ["/submission/01JD7Z5R8Q0000000000000000", "GET /submission/:id"],
  ];
  for (const [path, stage] of paths) {
    const request = new Request(`https://portal.example${path}?name=Zephyr`);
    const { logFailure } = failureReporter(
      request,
      { ...deps(), monitoring: { failures } },
      {
        route: routeName(request.url),
        release: null,
        readDraftId: async () => undefined,
        waitUntil: (promise) => void pending.push(promise),
      },
    );
    logFailure(new Error("x"));
    expect(`GET ${routeName(request.url)}`).toBe(stage);
  }
  while (pending.length > 0) await pending.shift();
  await failures.write(deps());
  const rows = await fixture.db.select().from(errorReports);
  expect(rows.map(({ stage, url }) => `${stage} ${url}`).sort()).toEqual(
    paths.map(([, stage]) => `${stage} ${stage?.replace("GET ", "https://portal.example")}`).sort(),
  );
  expect(JSON.stringify([rows, await groups()])).not.toMatch(/zephyr/i);
  expect(rows.flatMap(({ submissionId }) => submissionId ?? [])).toEqual([
    "01JD7Z5R8Q0000000000000000",
  ]);
});

test("of a cause that goes on here the latest hits are kept, each artist's once", async () => {
  const notes = createFailureBuffer();
  const failure = await meetFailure("The bucket is away");
  for (let n = 0; n < 12; n++) {
    for (let artist = 0; artist < 30; artist++) notes.add(failure, `D${n * 100 + artist}`);
    notes.add(failure, `D${n * 100 + 29}`);
    await notes.write(deps());
    fixture.later(61);
  }
  const subjects = await listFailures();
  expect(subjects).toHaveLength(MAX_REPORTS_PER_GROUP);
  expect(subjects.slice(-20).sort()).toEqual(Array.from({ length: 20 }, (_, n) => `D${1_110 + n}`));
  expect(new Set(subjects).size).toBe(MAX_REPORTS_PER_GROUP);
  expect(subjects).not.toContain("D29");
  expect(await groups()).toMatchObject([{ count: 12 * 31 }]);
});

test("of all that fails here in a day the latest is kept", async () => {
  for (let cause = 0; cause < 11; cause++) {
    const notes = createFailureBuffer();
    const failure = await meetFailure(`Table ${"x".repeat(cause + 1)} is away`);
    for (let round = 0; round < 5; round++) {
      for (let n = 0; n < 20; n++) notes.add(failure, `D${cause}-${round}-${n}`);
      await notes.write(deps());
    }
    fixture.later(61);
  }
  const subjects = await listFailures();
  expect(subjects.length).toBeLessThanOrEqual(1_000);
  expect(subjects.filter((subject) => subject.startsWith("D10-")).length).toBeGreaterThan(0);
});

test("a flood of our own failures makes a few rows, and all of them are counted", async () => {
  const notes = createFailureBuffer();
  for (let n = 0; n < 5_000; n++) {
    const error = describeThrown(new TypeError(`Row ${n} is gone`));
    const stage = "POST /api/submission/record";
    notes.add(
      await toStoredFailure({ source: "site", stage, url: null, release: "b1", ...error }),
      `D${n}`,
    );
  }
  await notes.write(deps());
  expect((await listFailures()).sort()).toEqual(
    Array.from({ length: 20 }, (_, n) => `D${4_980 + n}`),
  );
  expect(await groups()).toMatchObject([{ count: 5_000, severity: "CRITICAL", source: "site" }]);
});

/** The database, unavailable until the test lets it answer. */
function returning() {
  let isAway = true;
  const { $client: binding } = fixture.db as unknown as { $client: D1Database };
  const db = openDatabase(
    new Proxy(binding, {
      get(client, name) {
        if (isAway) throw new Error("D1 is away");
        const value: unknown = Reflect.get(client, name);
        return typeof value === "function" ? value.bind(client) : value;
      },
    }),
  );
  const answers = () => {
    isAway = false;
  };
  return { db, answers };
}

test("a failure during a database outage is stored by the same request, once the database answers", async () => {
  const { db, answers } = returning();
  const notes = createFailureBuffer();
  notes.add(await meetFailure("x"), null);
  const waits: number[] = [];
  await notes.write({
    ...deps(db),
    sleep: async (ms) => {
      waits.push(ms);
      if (waits.length === 2) answers();
    },
  });
  expect(await groups()).toMatchObject([{ count: 1 }]);
  expect(notes.isWaiting()).toBe(false);
  expect(fixture.events()).toEqual(["errors.not-stored"]);
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(25_000);
});

test("a failure that is met while others are being written is written by the same request", async () => {
  const notes = createFailureBuffer();
  const late = await meetFailure("late", "GET /faq");
  notes.add(await meetFailure("x"), null);
  const { $client: binding } = fixture.db as unknown as { $client: D1Database };
  let has = false;
  const db = openDatabase(
    new Proxy(binding, {
      get(client, name) {
        // Its own request finds another at work.
        if (!has && name === "batch") {
          has = true;
          notes.add(late, null);
          void notes.write(deps());
        }
        const value: unknown = Reflect.get(client, name);
        return typeof value === "function" ? value.bind(client) : value;
      },
    }),
  );
  await notes.write(deps(db));
  expect((await groups()).map(({ stage }) => stage).sort()).toEqual(["GET /faq", "GET /staff"]);
});

test("a failure that no request could store is stored by the next one, whatever it is", async () => {
  const failures = createFailureBuffer();
  failures.add(await meetFailure("x"), "D1");
  await failures.write(deps(unavailableDatabase));
  expect(failures.isWaiting()).toBe(true);
  fixture.later(61);
  const pending: Promise<unknown>[] = [];
  const failuresFor = (db: typeof fixture.db) =>
    failureReporter(
      new Request("https://portal.example/faq"),
      { ...deps(db), monitoring: { failures } },
      {
        route: "/faq",
        release: null,
        readDraftId: async () => undefined,
        waitUntil: (promise) => void pending.push(promise),
      },
    );
  failuresFor(fixture.db);
  expect(pending).toHaveLength(1);
  await Promise.all(pending);
  expect(await listFailures()).toEqual(["D1"]);
  // Nothing is left: others write nothing.
  failuresFor(fixture.db);
  expect(pending).toHaveLength(1);
});
