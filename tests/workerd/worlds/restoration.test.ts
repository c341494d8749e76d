import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { artists } from "~/domain/artists/artist-tables.server";
import { dueDeletions } from "~/domain/privacy/data-requests.server";
import { isRestoring, RESTORATION_LEASE_MS } from "~/jobs/restorations.server";
import { openDatabase } from "~/platform/database.server";
import { RESTORATION_KEY } from "~/platform/restoration-flag";
import { BackupFiles } from "../../../workers/backup/backup-files";
import type { Stores } from "../../../workers/backup/copy-progress";
import { writeDeletion } from "../../../workers/backup/deletion-records";
import { FolderStore } from "../../../workers/cli/backup/folder-store";
import { runBackup } from "../../../workers/cli/backup/run-backup";
import { runRestore } from "../../../workers/cli/backup/run-restore";
import { openSite, runVerify } from "../../../workers/cli/backup/run-verify";
import { runParts, sweep } from "../../../workers/jobs/sweep";
import { createBackupInstallation } from "../../support/backup-installation";
import { createJobsFixture, noopSweepActions } from "../../support/jobs-fixture";
import { openForFile } from "../../support/open-for-file";
import { quickFolder } from "../../support/quick-folder";

const root = mkdtempSync(join(quickFolder(), "restoration-"));
const files = new BackupFiles(new FolderStore(root));
const jobsFixture = await openForFile(createJobsFixture);
const TIME = "2026-11-28T00:00:00.000Z";
let time = Date.parse(TIME);
const now = () => new Date(time);
const log = () => undefined;

beforeAll(async () => {
  const { stores, close } = await createBackupInstallation();
  await stores.DB.exec(
    "INSERT INTO waiting_list (id, listen_link, artist_data, status_history, reference, artist_name, email, reply_due_at, created_at, updated_at) VALUES ('W', 'https://example.com', '{}', '[]', 'W', 'Ada', 'ada@example.com', 'x', 'x', 'x')",
  );
  for (const n of [1, 2])
    await openDatabase(stores.DB)
      .insert(artists)
      .values({
        ...{ id: `account-${n}`, artistId: `A-00000${n}`, codeMark: "", profile: "{}" },
        ...{ email: `${n}@example.com`, createdAt: TIME, updatedAt: TIME },
      });
  await stores.FILES.put("a/track.wav", "RIFF");
  await runBackup({ stores, files, now, keptSnapshots: 1, log });
  await close();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

let stores: Stores;
beforeEach(async () => {
  const installation = await createBackupInstallation();
  stores = installation.stores;
  return installation.close;
});

/** A bucket that takes no file until it is let go. */
function holdFiles() {
  let [reach, letGo] = [() => {}, () => {}];
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const FILES = new Proxy(stores.FILES, {
    get: (bucket, name) => {
      const value = Reflect.get(bucket, name);
      if (name !== "put") return typeof value === "function" ? value.bind(bucket) : value;
      return async (...args: Parameters<R2Bucket["put"]>) => {
        reach();
        await held;
        return bucket.put(...args);
      };
    },
  });
  return { FILES, reached, letGo };
}

const restore = (changes: Partial<Stores> = {}) =>
  runRestore({ stores: { ...stores, ...changes }, files, now, log });

const sweepDeps = () => ({
  ...jobsFixture,
  db: openDatabase(stores.DB),
  now,
  calls: { ...noopSweepActions, backup: undefined },
});

test("a sweep rests, and the site is closed, until a restoration is found whole", async () => {
  const db = openDatabase(stores.DB);
  const { FILES, reached, letGo } = holdFiles();
  const restored = restore({ FILES });
  await reached;
  expect(await stores.CONFIG.get(RESTORATION_KEY)).toBe(now().toISOString());
  const resting = sweepDeps();
  expect(await sweep(resting)).toBe(0);
  expect(jobsFixture.events()).toEqual(["restoration.under-way"]);
  const ran: string[] = [];
  const part = (name: string) => ({ name, run: async () => ran.push(name) });
  await runParts(resting, [part("health")]);
  expect(ran).toEqual([]);
  letGo();
  await restored;
  expect(await isRestoring(db)).toBe(true);
  await expect(runBackup({ stores, files, now, keptSnapshots: 1, log })).rejects.toThrow(
    "A backup is being restored here",
  );
  expect(await runVerify({ stores, files })).toEqual([]);
  expect(await openSite({ stores, files }, undefined, now())).toBe(0);
  expect([await isRestoring(db), await stores.CONFIG.get(RESTORATION_KEY)]).toEqual([false, null]);
  await runParts(resting, [part("health")]);
  expect(ran).toEqual(["health"]);
  // There is nothing more to open.
  expect(await openSite({ stores, files }, undefined, now())).toBeUndefined();
});

test("of two restorations that begin at once one is refused", async () => {
  const [first, second] = [restore(), restore()].map((run) =>
    run.then(
      () => "restored",
      (error: Error) => error.message,
    ),
  );
  const outcomes = await Promise.all([first, second]);
  expect(outcomes.toSorted()).toEqual([
    expect.stringMatching(/^Another restoration is at work here\./),
    "restored",
  ]);
  expect(await runVerify({ stores, files })).toEqual([]);
});

test("a restoration that was killed is taken over after its lease, and can't go on itself", async () => {
  const { FILES, reached, letGo } = holdFiles();
  const killed = restore({ FILES });
  await reached;
  await expect(restore()).rejects.toThrow("Another restoration is at work here");
  time += RESTORATION_LEASE_MS;
  await restore();
  letGo();
  await killed.catch(() => undefined);
  expect(await runVerify({ stores, files })).toEqual([]);
  expect(await openSite({ stores, files }, undefined, now())).toBe(0);
});

test("who was deleted after the backup was made is deleted again, and nobody else", async () => {
  await restore();
  const { backupBucket, close } = await createBackupInstallation();
  const minutesLater = (minutes: number) =>
    new Date(Date.parse(TIME) + minutes * 60_000).toISOString();
  await writeDeletion(backupBucket, { id: "R1", artistId: "account-1", at: minutesLater(1) });
  // One that the backup knows of, and one whose account it does not have.
  await writeDeletion(backupBucket, { id: "R2", artistId: "account-2", at: minutesLater(-1) });
  await writeDeletion(backupBucket, { id: "R3", artistId: "account-3", at: minutesLater(2) });
  expect(await openSite({ stores, files }, backupBucket, now())).toBe(1);
  const due = await dueDeletions(openDatabase(stores.DB), now(), 9);
  expect(due.map(({ id, artistId, startsAt }) => [id, artistId, startsAt])).toEqual([
    ["R1", "account-1", now().toISOString()],
  ]);
  await close();
});

test.each([
  ["9999_later.sql", "and the last one here is 9999_later.sql. Nothing was written. Check out"],
  ["0000_before.sql", "and the last one here is 0000_before.sql. Nothing was written. Deploy"],
])(
  "a backup of another migration than %s is refused before anything is written",
  async (migration, text) => {
    await stores.DB.prepare("UPDATE d1_migrations SET name = ?").bind(migration).run();
    await expect(restore()).rejects.toThrow(text);
    expect(await isRestoring(openDatabase(stores.DB))).toBe(false);
    expect(await stores.CONFIG.get(RESTORATION_KEY)).toBeNull();
    const triggers = "SELECT count(*) AS count FROM sqlite_master WHERE type = 'trigger'";
    expect(await stores.DB.prepare(triggers).first()).not.toEqual({ count: 0 });
  },
);
