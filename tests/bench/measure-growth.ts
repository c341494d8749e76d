import { type Browser, chromium } from "playwright";
import { type AppServer, startApp } from "../support/app-server";
import { openAppStores, openStoreReader, type StoreReader } from "../support/app-stores";
import { announceApp } from "../support/app-under-test";
import { BROWSER_FLAGS, ensureBrowser } from "../support/find-browser";
import { countRows, figure, submitInBrowser, submitWithoutBrowser } from "./drive-singles";
import type { Measured } from "./growth-measured";
import { bytesFreedByArchive } from "./measure-archive";
import { eachMore, fixedUse, usageOfCopy } from "./measure-copies";
import { bundleMeteredWorkers } from "./metered-workers";
import { wavOnDisk } from "./music-wav";
import { type Usage, usedSince } from "./read-usage";
import { settledUsage } from "./settled-usage";
import { waitForJobs } from "./watch-jobs";
import { workerdCpu } from "./workerd-cpu";

/** How much is measured. */
interface Size {
  /** Singles that go through a browser, with a track of so many bytes. */
  singles: number;
  trackBytes: number;
  /** Singles without a browser after them, by which the database grows. */
  further: number;
}

const AT_ONCE = 4;
/** Singles that may be left out, one after the other. */
const TRIES = 5;

async function databaseBytes(app: AppServer): Promise<number> {
  const stores = await openAppStores(app);
  try {
    return (await stores.db.prepare("SELECT 1").all()).meta.size_after;
  } finally {
    await stores.close();
  }
}

/** The parts of the sweep that are due by their age alone. */
const AGES = { none: 0, "10 minutes": 11 * 60, hour: 61 * 60 };

/**
 * Rows that the sweeps of a day read and write: 288 with the parts of every sweep, 144 with those of
 * every ten minutes, 24 with those of every hour.
 */
async function sweepsOfADay(app: AppServer, store: StoreReader) {
  const costs: { read: number; written: number }[] = [];
  for (const seconds of Object.values(AGES)) {
    // On the board nothing has changed for a while: most of what is stored is older.
    await store.rows(
      `UPDATE sweep_runs SET at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now',
         CASE part WHEN 'board:read-until' THEN '+10 minutes' ELSE ? END) RETURNING part`,
      `-${seconds} seconds`,
    );
    const before = await settledUsage(app);
    await fetch(`${app.url}/sandbox/sweep`, { method: "POST", body: "{}" });
    const used = usedSince(before, await settledUsage(app));
    const amount = (name: string) => used.get(`sweep.${name}`) ?? 0;
    costs.push({ read: amount("d1RowsRead"), written: amount("d1RowsWritten") });
  }
  const [each, tens, hourly] = costs;
  if (!each || !tens || !hourly) throw new Error("A sweep was not measured.");
  const ofADay = (name: "read" | "written") =>
    288 * each[name] + 144 * (tens[name] - each[name]) + 24 * (hourly[name] - tens[name]);
  return { read: ofADay("read"), written: ofADay("written") };
}

/** Makes submissions as most of what is stored: nobody waits for a decision on them. */
const publishAll = (store: StoreReader) =>
  store.rows("UPDATE submissions SET status = 'live' RETURNING id");

interface SingleUsage {
  used: Usage;
  cpuMs: number;
}

/**
 * What one single uses, until its last job is done. One that the browser does not bring to its end, as on
 * a busy machine, is left out.
 * @throws Error after some that were left out.
 */
async function usageOfSingle(
  browser: Browser,
  app: AppServer,
  track: string,
  triesLeft = TRIES,
): Promise<SingleUsage> {
  const store = openStoreReader(app.url);
  const before = await settledUsage(app);
  const cpuBefore = workerdCpu(app.pid);
  const failure = await submitInBrowser(browser, app, track).then(
    () => undefined,
    (error: unknown) => error ?? "unknown",
  );
  await waitForJobs(store, app.url, await countRows(store, "submissions"));
  const used = usedSince(before, await settledUsage(app));
  if (failure === undefined) return { used, cpuMs: (workerdCpu(app.pid) - cpuBefore) * 1_000 };
  if (triesLeft === 1) throw failure;
  console.log(`A single was left out: ${String(failure).split("\n", 1)}`);
  return usageOfSingle(browser, app, track, triesLeft - 1);
}

/** Gives short tracks the rows that the parts of a long one leave. */
const ADD_PARTS = `INSERT INTO upload_parts (upload_id, number, etag, size, created_at)
  SELECT uploads.id, part.number, part.etag, part.size, part.created_at
  FROM uploads CROSS JOIN (SELECT * FROM upload_parts WHERE upload_id =
    (SELECT id FROM uploads WHERE kind = 'track' AND method = 'direct' LIMIT 1)) AS part
  WHERE uploads.kind = 'track' AND uploads.method <> 'direct'
  ON CONFLICT DO NOTHING`;

/** Without those of drafts that were left out. */
const SUBMITTED_FILES = "FROM uploads WHERE draft_id IN (SELECT draft_id FROM submissions)";

/** Submits singles without a browser, until their jobs are done. @returns by how many bytes the database grew. */
async function growthOf(app: AppServer, store: StoreReader, count: number): Promise<number> {
  const recorded = await countRows(store, "submissions");
  const bytesBefore = await databaseBytes(app);
  let remaining = count;
  const submitSome = async () => {
    while (remaining-- > 0) await submitWithoutBrowser(app);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, submitSome));
  await waitForJobs(store, app.url, recorded + count);
  await settledUsage(app);
  await store.rows(ADD_PARTS);
  return (await databaseBytes(app)) - bytesBefore;
}

/** SQL for the mean work of a single's heavy jobs, which run one at a time. */
const HEAVY_MS = `SELECT sum(ms) * 1.0 / (SELECT count(*) FROM submissions) AS figure FROM job_events
  WHERE job_id IN (SELECT id FROM jobs WHERE type IN ('mirror-drive', 'measure-track', 'process-clip'))`;

/**
 * Drives singles through the site and the jobs worker of a local run, and measures what one of them
 * uses of the platform.
 */
export async function measureGrowth({ singles, trackBytes, further }: Size): Promise<Measured> {
  const app = await startApp({
    build: false,
    workers: await bundleMeteredWorkers(),
    env: { BACKUP_HOURS: "24" },
  });
  const restore = announceApp(app);
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_FLAGS });
  try {
    const store = openStoreReader(app.url);
    const track = wavOnDisk("music 16 bit", trackBytes);
    // The first single fills caches and the columns of the board.
    await usageOfSingle(browser, app, track);
    await usageOfCopy(app, store);
    await sweepsOfADay(app, store);
    const jobsBefore = await countRows(store, "jobs");
    const mailsBefore = await countRows(store, "mail_outbox");
    const recordedBefore = await countRows(store, "submissions");
    const usages: SingleUsage[] = [];
    while (usages.length < singles) usages.push(await usageOfSingle(browser, app, track));
    const recorded = await countRows(store, "submissions");
    const each = (name: string) =>
      usages.reduce((sum, { used }) => sum + (used.get(name) ?? 0), 0) / singles;
    const cpuMs = usages.reduce((sum, usage) => sum + usage.cpuMs, 0) / singles;
    const jobs = (await countRows(store, "jobs")) - jobsBefore;
    const mails = (await countRows(store, "mail_outbox")) - mailsBefore;
    const heavyMs = await figure(store, HEAVY_MS);
    const bytes = await figure(store, `SELECT sum(size) AS figure ${SUBMITTED_FILES}`);
    const files = await figure(store, `SELECT count(*) AS figure ${SUBMITTED_FILES}`);
    const driveItems = await figure(
      store,
      "SELECT (SELECT count(*) FROM drive_folders) + (SELECT count(*) FROM drive_files) AS figure",
    );
    const copyOfNew = await usageOfCopy(app, store);
    const copyBefore = await usageOfCopy(app, store);
    await publishAll(store);
    await sweepsOfADay(app, store);
    const sweepsBefore = await sweepsOfADay(app, store);
    const databaseGrowth = await growthOf(app, store, further);
    await publishAll(store);
    await usageOfCopy(app, store);
    const copyAfter = await usageOfCopy(app, store);
    await sweepsOfADay(app, store);
    const sweepsAfter = await sweepsOfADay(app, store);
    const perStored = eachMore(copyAfter, copyBefore, further);
    return {
      measuredOn: new Date().toISOString().slice(0, 10),
      singles,
      further,
      single: {
        requests: each("requests"),
        cpuMs,
        d1Queries: each("d1Queries"),
        d1RowsRead: each("d1RowsRead"),
        d1RowsWritten: each("d1RowsWritten"),
        d1Ms: each("d1Ms"),
        d1QueriesPerMessage: each("jobs.d1Queries") / each("queueReads"),
        d1Bytes: databaseGrowth / further,
        queueOperations: each("queueWrites") + each("queueReads") + each("queueDeletes"),
        queueMessages: each("queueWrites"),
        kvReads: each("kvReads"),
        kvWrites: each("kvWrites"),
        r2ClassA: each("r2ClassA"),
        r2ClassB: each("r2ClassB"),
        r2Bytes: bytes / recorded,
        files: files / recorded,
        jobs: jobs / (recorded - recordedBefore),
        heavyMs,
        mails: mails / (recorded - recordedBefore),
        boardCalls: each("boardCalls"),
        driveCalls: each("driveCalls"),
        driveItems: driveItems / recorded,
        imageTransforms: each("imageTransforms"),
        logLines: each("logLines"),
      },
      sweeps: {
        rowsRead: sweepsBefore.read,
        rowsReadPerStored: (sweepsAfter.read - sweepsBefore.read) / further,
        rowsWritten: sweepsBefore.written,
      },
      copies: {
        perNew: eachMore(copyOfNew, copyBefore, singles),
        perStored,
        each: fixedUse(copyBefore, perStored, recorded),
      },
      archivedD1Bytes: databaseGrowth / further - (await bytesFreedByArchive(app, store)),
    };
  } finally {
    await browser.close();
    restore();
    await app.stop();
  }
}
