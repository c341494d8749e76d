import { beforeAll, beforeEach, expect, test } from "vitest";
import { backupRuns } from "~/jobs/job-tables.server";
import { openDatabase } from "~/platform/database.server";
import { BackupFiles } from "../../../workers/backup/backup-files";
import { BucketStore } from "../../../workers/backup/bucket-store";
import { findManifest, listSnapshots } from "../../../workers/backup/snapshot";
import { runVerify } from "../../../workers/cli/backup/run-verify";
import { continueBackup } from "../../../workers/jobs/sweep/backup-part";
import type { SweepDeps } from "../../../workers/jobs/sweep/sweep-deps";
import { createBackupInstallation } from "../../support/backup-installation";
import { createJobsFixture, noopSweepActions } from "../../support/jobs-fixture";
import { openForFile } from "../../support/open-for-file";

/** Somebody on the waiting list. */
const ADD_ENTRY =
  "INSERT INTO waiting_list (id, listen_link, artist_data, status_history, reference, artist_name, email, reply_due_at, created_at, updated_at) VALUES ('W', 'https://example.com', '{}', '[]', 'W', 'Ada', 'ada@example.com', 'x', 'x', 'x')";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** More than one step copies. */
const FILE_COUNT = 30;

const { stores, backupBucket } = await openForFile(createBackupInstallation);
const jobsFixture = await openForFile(createJobsFixture);
const db = openDatabase(stores.DB);
const files = new BackupFiles(new BucketStore(backupBucket, "the bucket"));
let time = Date.parse("2026-11-28T00:00:00Z");
const now = () => new Date(time);

beforeAll(async () => {
  const insert = stores.DB.prepare(
    "INSERT OR REPLACE INTO sweep_runs (part, at) SELECT 'part ' || value, hex(zeroblob(?1)) FROM json_each(?2)",
  );
  // Rows that one page cannot hold, since they are long.
  await insert.bind(400_000, JSON.stringify(Array.from({ length: 6 }, (_, n) => n))).run();
  await stores.DB.exec(ADD_ENTRY);
  await stores.TOKENS.put("returning:x", "{}");
  for (let n = 0; n < FILE_COUNT; n++) await stores.FILES.put(`a/${n}.wav`, `bytes of ${n}`);
});
beforeEach(async () => {
  const { objects } = await backupBucket.list();
  await backupBucket.delete(objects.map(({ key }) => key));
  await db.delete(backupRuns);
  await stores.DB.exec("DELETE FROM d1_migrations");
  await stores.DB.exec("INSERT INTO d1_migrations (id, name) VALUES (1, '0001_first.sql')");
});

function createSweep(changes: Partial<SweepDeps["calls"]> = {}): SweepDeps {
  const calls = {
    ...noopSweepActions,
    watch: { ...noopSweepActions.watch, backupHours: 24 },
    backup: { stores, files, now, keptSnapshots: 2 },
    ...changes,
  };
  return { ...jobsFixture, db, now, calls };
}

/** Sweeps every five minutes until a copy is finished. @returns how many sweeps it took. */
async function sweepUntilFinished(): Promise<number> {
  for (let count = 1; count < 20; count++) {
    if ((await continueBackup(createSweep())) > 0) return count;
    time += 5 * MINUTE;
  }
  throw new Error("The copy was not finished.");
}

test("a copy is made by several sweeps, is the same as what it copies, and the next comes a day later", async () => {
  expect(await sweepUntilFinished()).toBeGreaterThan(1);
  expect(await runVerify({ stores, files })).toEqual([]);
  expect(jobsFixture.events()).toContain("backup.finished");
  time += 22 * HOUR;
  expect(await continueBackup(createSweep())).toBe(0);
  expect(await db.$count(backupRuns)).toBe(1);
  time += 2 * HOUR;
  await stores.FILES.put("a/new.wav", "new");
  await sweepUntilFinished();
  expect((await findManifest(files)).files).toMatchObject({
    count: FILE_COUNT + 1,
    copied: 1,
  });
  expect(await listSnapshots(files)).toHaveLength(2);
  expect(await runVerify({ stores, files })).toEqual([]);
  await stores.FILES.delete("a/new.wav");
});

test("of two sweeps at once one works on the copy, and one that was ended is taken over", async () => {
  const steps = await Promise.all([
    continueBackup(createSweep()),
    continueBackup(createSweep()),
    continueBackup(createSweep()),
  ]);
  expect(steps).toEqual([0, 0, 0]);
  expect(await db.$count(backupRuns)).toBe(1);
  // A worker that was ended has not given its lease back.
  const leaseUntil = new Date(time + 10 * MINUTE).toISOString();
  await db.update(backupRuns).set({ leaseUntil });
  const [before] = await db.select().from(backupRuns);
  await continueBackup(createSweep());
  expect((await db.select().from(backupRuns))[0]).toEqual(before);
  time += 10 * MINUTE;
  await sweepUntilFinished();
  expect(await runVerify({ stores, files })).toEqual([]);
});

test("a bucket that fails is asked again by the next sweep", async () => {
  const put = async () => Promise.reject(new Error("R2 is away"));
  const broken = new Proxy(backupBucket, {
    get: (bucket, name) => (name === "put" ? put : Reflect.get(bucket, name).bind(bucket)),
  });
  const brokenFiles = new BackupFiles(new BucketStore(broken, "the bucket"));
  const backup = { stores, files: brokenFiles, now, keptSnapshots: 2 };
  await expect(continueBackup(createSweep({ backup }))).rejects.toThrow("R2 is away");
  await sweepUntilFinished();
  expect(await runVerify({ stores, files })).toEqual([]);
});

test("a copy during which the database was migrated is begun again", async () => {
  await continueBackup(createSweep());
  await stores.DB.exec("INSERT INTO d1_migrations (id, name) VALUES (2, '0002_next.sql')");
  time += 5 * MINUTE;
  await sweepUntilFinished();
  const manifest = await findManifest(files);
  expect(manifest.migration).toBe("0002_next.sql");
  expect(await runVerify({ stores, files })).toEqual([]);
  const { objects } = await backupBucket.list({ prefix: "snapshots/" });
  expect(objects.every(({ key }) => key.startsWith(`snapshots/${manifest.id}/`))).toBe(true);
});

test("without a bucket nothing is copied", async () => {
  expect(await continueBackup(createSweep({ backup: undefined }))).toBe(0);
  expect(await db.$count(backupRuns)).toBe(0);
});

test("an installation that nobody has used is not copied, so that no empty copy is the newest", async () => {
  await stores.DB.exec("DELETE FROM waiting_list");
  expect(await continueBackup(createSweep())).toBe(0);
  expect(await db.$count(backupRuns)).toBe(0);
  await stores.DB.exec(ADD_ENTRY);
  await continueBackup(createSweep());
  expect(await db.$count(backupRuns)).toBe(1);
});
