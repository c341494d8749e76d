import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "~/platform/database.server";
import { BackupFiles } from "../../../workers/backup/backup-files";
import { BucketStore } from "../../../workers/backup/bucket-store";
import { PART_BYTES } from "../../../workers/backup/read-parts";
import { listSnapshots } from "../../../workers/backup/snapshot";
import { FolderStore } from "../../../workers/cli/backup/folder-store";
import { openCipher } from "../../../workers/cli/backup/open-cipher";
import { runBackup } from "../../../workers/cli/backup/run-backup";
import { runRestore } from "../../../workers/cli/backup/run-restore";
import { runVerify } from "../../../workers/cli/backup/run-verify";
import { runBackfills } from "../../../workers/jobs/sweep/run-backfills";
import { createBackupInstallation } from "../../support/backup-installation";
import { openForFile } from "../../support/open-for-file";
import { quickFolder } from "../../support/quick-folder";

const root = mkdtempSync(join(quickFolder(), "backup-"));
const first = await openForFile(createBackupInstallation);
const second = await openForFile(createBackupInstallation);
const AUDIO = "artists/a/audio/track.wav";
const LARGE = "artists/a/audio/large.wav";
/** A part and the rest. */
const large = new Uint8Array(PART_BYTES + 64 * 1024).map((_, index) => index % 251);
const TIME = "2026-11-28T00:00:00.000Z";

const log = () => undefined;
/** A second later at each call, as each snapshot has a time of its own. */
let seconds = 0;
const now = () => new Date(Date.parse(TIME) + ++seconds * 1_000);
beforeAll(async () => {
  const { DB, CONFIG, TOKENS, FILES } = first.stores;
  const insert = DB.prepare(
    `INSERT INTO waiting_list (id, listen_link, artist_data, status_history, reference, artist_name, email, reply_due_at, created_at, updated_at)
       VALUES (?1, 'https://example.com', '{"city":"x"}', '[]', ?1, ?2, ?3, ?4, ?4, ?4)`,
  );
  const rows = Array.from({ length: 1_200 }, (_, index) =>
    insert.bind(`entry-${index}`, `Björk "${index}" 日本`, `a${index}@example.com`, TIME),
  );
  await DB.batch(rows);
  // The sweep is in the middle of a back-fill: one entry has no search text yet.
  await DB.batch([
    DB.prepare("UPDATE backfills SET finished_at = ? WHERE name <> 'search-texts'").bind(TIME),
    DB.prepare("UPDATE backfills SET cursor = 'entry-1' WHERE name = 'search-texts'"),
    DB.prepare("UPDATE review_items SET search_text = '' WHERE id = 'entry-7'"),
  ]);
  await CONFIG.put("submissions", '{"submissionsEnabled":false}');
  await TOKENS.put("returning:x", "{}", { expirationTtl: 3600, metadata: { note: "kept" } });
  await FILES.put(AUDIO, "RIFF", {
    httpMetadata: { contentType: "audio/wav" },
    customMetadata: { slot: "1" },
  });
  const upload = await FILES.createMultipartUpload(LARGE);
  const parts = [
    await upload.uploadPart(1, large.subarray(0, PART_BYTES)),
    await upload.uploadPart(2, large.subarray(PART_BYTES)),
  ];
  await upload.complete(parts);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const openFolder = async (name: string, passphrase?: string) => {
  const store = new FolderStore(join(root, name));
  return new BackupFiles(store, await openCipher(store, passphrase));
};

test("a backup that is restored into an empty installation is the same, and the search finds again", async () => {
  const files = await openFolder("plain");
  await runBackup({ stores: first.stores, files, now, keptSnapshots: 2, log });
  const { stores } = second;
  // Its sweep has run since it was deployed.
  await stores.DB.prepare("INSERT INTO sweep_runs (part, at) VALUES ('jobs', ?)").bind(TIME).run();
  expect((await runVerify({ stores, files })).length).toBeGreaterThan(0);
  await runRestore({ stores, files, now, log });
  expect(await runVerify({ stores, files })).toEqual([]);
  const { DB, FILES, TOKENS } = stores;
  const countFound = () =>
    DB.prepare(
      "SELECT count(*) AS found FROM review_search WHERE review_search MATCH '\"Björk\"'",
    ).first();
  expect(await countFound()).toEqual({ found: 1_199 });
  const openBackfills = async () =>
    (await DB.prepare("SELECT name, cursor FROM backfills WHERE finished_at IS NULL").all())
      .results;
  expect(await openBackfills()).toEqual([{ name: "search-texts", cursor: "entry-1" }]);
  await runBackfills({ db: openDatabase(DB), now, log });
  expect(await openBackfills()).toEqual([]);
  expect(await countFound()).toEqual({ found: 1_200 });
  const audio = await FILES.head(AUDIO);
  expect(audio?.httpMetadata?.contentType).toBe("audio/wav");
  expect(audio?.customMetadata).toEqual({ slot: "1" });
  expect((await TOKENS.getWithMetadata("returning:x")).metadata).toEqual({ note: "kept" });
  // The triggers are back.
  await DB.prepare("DELETE FROM waiting_list WHERE id = 'entry-1'").run();
  expect(await DB.prepare("SELECT count(*) AS left FROM review_items").first()).toEqual({
    left: 1_199,
  });
  expect(await runVerify({ stores, files })).toContain(
    "Table waiting_list has 1199 rows, the backup has 1200.",
  );
  await FILES.put(AUDIO, "RIFX");
  expect(await runVerify({ stores, files })).toContain(`The file ${AUDIO} has other bytes.`);
  // Of two files the bytes of one are compared: the first where chance says so, else the second.
  const sampled = (chance: number) =>
    runVerify({ stores, files, sampleSize: 1, random: () => chance });
  const [audioFirst] = [AUDIO, LARGE].toSorted();
  expect(await sampled(audioFirst === AUDIO ? 0.4 : 0.6)).toContain(
    `The file ${AUDIO} has other bytes.`,
  );
  expect(await sampled(audioFirst === AUDIO ? 0.6 : 0.4)).not.toContain(
    `The file ${AUDIO} has other bytes.`,
  );
  await FILES.put(AUDIO, "RIFFF");
  expect(await runVerify({ stores, files, sampleSize: 0 })).toContain(
    `The file ${AUDIO} has another size.`,
  );
});

test("nothing is restored over data that is there", async () => {
  const files = await openFolder("plain");
  await expect(runRestore({ stores: first.stores, files, now, log })).rejects.toThrow(
    /has rows\. A backup is restored into an empty installation only/,
  );
});

test("a second backup copies only the files that are new", async () => {
  const files = await openFolder("plain");
  const lines: string[] = [];
  const { stores } = first;
  await stores.FILES.put("artists/a/images/cover.jpg", "JPEG");
  await runBackup({ stores, files, now, keptSnapshots: 2, log: (line) => lines.push(line) });
  expect(lines).toContain("3 files, of which 1 were copied now.");
});

test("an encrypted backup shows nothing of what it holds, and opens with its passphrase alone", async () => {
  const passphrase = "four quiet words here";
  const files = await openFolder("sealed", passphrase);
  const { stores } = first;
  await runBackup({ stores, files, now, keptSnapshots: 2, log });
  expect(await runVerify({ stores, files })).toEqual([]);
  const entries = readdirSync(join(root, "sealed"), { recursive: true, withFileTypes: true });
  const stored = entries.filter((entry) => entry.isFile());
  expect(stored.length).toBeGreaterThan(10);
  for (const { parentPath, name } of stored) {
    expect(name).toMatch(/\.age$/);
    expect(readFileSync(join(parentPath, name)).includes("example.com")).toBe(false);
  }
  await expect(openFolder("sealed")).rejects.toThrow(/set BACKUP_PASSPHRASE/);
  await expect(openFolder("sealed", "other words")).rejects.toThrow(/does not open/);
  await expect(openFolder("plain", passphrase)).rejects.toThrow(/is not encrypted/);
});

test("a backup into a bucket is restored from there, and what was cut goes on where it was", async () => {
  const { stores, backupBucket } = first;
  const files = new BackupFiles(new BucketStore(backupBucket, "the bucket"));
  const reads: string[] = [];
  const lines: string[] = [];
  const cutAfter = (count: number) =>
    new Proxy(stores.FILES, {
      get: (bucket, name) => {
        const value = Reflect.get(bucket, name);
        if (name !== "get") return typeof value === "function" ? value.bind(bucket) : value;
        return (key: string) => {
          reads.push(key);
          return reads.length > count ? Promise.reject(new Error("cut")) : bucket.get(key);
        };
      },
    });
  const deps = { files, now, keptSnapshots: 2, log: (line: string) => lines.push(line) };
  const isCut = runBackup({ ...deps, stores: { ...stores, FILES: cutAfter(0) } });
  await expect(isCut).rejects.toThrow("cut");
  expect(await listSnapshots(files)).toEqual([]);
  const manifest = await runBackup({ ...deps, stores });
  expect(lines[0]).toMatch(/^Going on with the backup that began at /);
  expect(manifest.files).toMatchObject({ count: 3, copied: 3 });
  const { stores: empty, close } = await createBackupInstallation();
  await runRestore({ stores: empty, files, now, log });
  expect(await runVerify({ stores: empty, files })).toEqual([]);
  await close();
});

test("old snapshots go, and with them only the contents that no kept one has", async () => {
  const { stores } = first;
  const files = await openFolder("kept");
  for (const key of ["a/gone.wav", "a/stays.wav"]) await stores.FILES.put(key, `bytes of ${key}`);
  await runBackup({ stores, files, now, keptSnapshots: 2, log });
  await stores.FILES.delete("a/gone.wav");
  await stores.FILES.put("a/stays.wav", "changed");
  await runBackup({ stores, files, now, keptSnapshots: 2, log });
  const contents = () =>
    readdirSync(join(root, "kept", "content"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1"));
  expect(contents()).toContain("bytes of a/gone.wav");
  await runBackup({ stores, files, now, keptSnapshots: 2, log });
  expect(contents()).not.toContain("bytes of a/gone.wav");
  expect(contents()).not.toContain("bytes of a/stays.wav");
  expect(contents()).toContain("changed");
  expect(await listSnapshots(files)).toHaveLength(2);
  expect(await runVerify({ stores, files })).toEqual([]);
  await stores.FILES.delete("a/stays.wav");
});
