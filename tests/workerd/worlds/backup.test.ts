import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "~/platform/database.server";
import { BackupFolder } from "../../../workers/cli/backup/backup-folder";
import { openStores } from "../../../workers/cli/backup/open-stores";
import { runBackup } from "../../../workers/cli/backup/run-backup";
import { runRestore } from "../../../workers/cli/backup/run-restore";
import { runVerify } from "../../../workers/cli/backup/run-verify";
import { runBackfills } from "../../../workers/jobs/sweep/run-backfills";
import { migratedState } from "../../support/app-server";
import { quickFolder } from "../../support/quick-folder";

const root = mkdtempSync(join(quickFolder(), "backup-"));
const stateDirs = { first: join(root, "first"), second: join(root, "second") };
const AUDIO = "artists/a/audio/track.wav";
const LARGE = "artists/a/audio/large.wav";
const large = new Uint8Array(17 * 1024 * 1024).map((_, index) => index % 251);
const TIME = "2026-11-28T00:00:00.000Z";

const log = () => undefined;
const now = () => new Date(TIME);
const inState = async <T>(
  stateDir: string,
  use: (stores: Awaited<ReturnType<typeof openStores>>["stores"]) => Promise<T>,
): Promise<T> => {
  const { stores, close } = await openStores({ stateDir });
  try {
    return await use(stores);
  } finally {
    await close();
  }
};

beforeAll(async () => {
  for (const stateDir of Object.values(stateDirs)) await migratedState(stateDir);
  await inState(stateDirs.first, async ({ DB, CONFIG, TOKENS, FILES }) => {
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
    const half = 8 * 1024 * 1024;
    const parts = [
      await upload.uploadPart(1, large.subarray(0, half)),
      await upload.uploadPart(2, large.subarray(half, 2 * half)),
      await upload.uploadPart(3, large.subarray(2 * half)),
    ];
    await upload.complete(parts);
  });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const openFolder = (name: string, passphrase?: string) =>
  BackupFolder.open(join(root, name), passphrase);

test("a backup that is restored into an empty installation is the same, and the search finds again", async () => {
  const folder = await openFolder("plain");
  await inState(stateDirs.first, (stores) => runBackup({ stores, folder, now, log }));
  await inState(stateDirs.second, async (stores) => {
    expect((await runVerify({ stores, folder })).length).toBeGreaterThan(0);
    await runRestore({ stores, folder, log });
    expect(await runVerify({ stores, folder })).toEqual([]);
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
    expect(await runVerify({ stores, folder })).toContain(
      "Table waiting_list has 1199 rows, the backup has 1200.",
    );
    await FILES.put(AUDIO, "RIFX");
    expect(await runVerify({ stores, folder })).toContain(`The file ${AUDIO} has other bytes.`);
  });
});

test("nothing is restored over data that is there", async () => {
  const folder = await openFolder("plain");
  await inState(stateDirs.first, async (stores) => {
    await expect(runRestore({ stores, folder, log })).rejects.toThrow(
      /has rows\. A backup is restored into an empty installation only/,
    );
  });
});

test("a second backup copies only the files that are new", async () => {
  const folder = await openFolder("plain");
  const lines: string[] = [];
  await inState(stateDirs.first, async (stores) => {
    await stores.FILES.put("artists/a/images/cover.jpg", "JPEG");
    await runBackup({ stores, folder, now, log: (line) => lines.push(line) });
  });
  expect(lines).toContain("3 files, of which 1 were copied now.");
});

test("an encrypted backup shows nothing of what it holds, and opens with its passphrase alone", async () => {
  const passphrase = "four quiet words here";
  const folder = await openFolder("sealed", passphrase);
  await inState(stateDirs.first, async (stores) => {
    await runBackup({ stores, folder, now, log });
    expect(await runVerify({ stores, folder })).toEqual([]);
  });
  const names = readdirSync(folder.path, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(10);
  for (const { parentPath, name } of files) {
    expect(name).toMatch(/\.age$/);
    expect(readFileSync(join(parentPath, name)).includes("example.com")).toBe(false);
  }
  await expect(openFolder("sealed")).rejects.toThrow(/set BACKUP_PASSPHRASE/);
  await expect(openFolder("sealed", "other words")).rejects.toThrow(/does not open/);
  await expect(openFolder("plain", passphrase)).rejects.toThrow(/is not encrypted/);
});

test("a restoration that was interrupted goes on", async () => {
  const folder = await openFolder("plain");
  const third = join(root, "third");
  await migratedState(third);
  await inState(third, async (stores) => {
    const FILES = new Proxy(stores.FILES, {
      get: (bucket, name) =>
        name === "put"
          ? () => Promise.reject(new Error("cut"))
          : Reflect.get(bucket, name).bind(bucket),
    });
    await expect(runRestore({ stores: { ...stores, FILES }, folder, log })).rejects.toThrow("cut");
    await runRestore({ stores, folder, log });
    expect(await runVerify({ stores, folder })).toEqual([]);
  });
});
