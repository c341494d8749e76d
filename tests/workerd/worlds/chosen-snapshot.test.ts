import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { BackupFiles } from "../../../workers/backup/backup-files";
import { BucketStore } from "../../../workers/backup/bucket-store";
import type { Stores } from "../../../workers/backup/copy-progress";
import { listSnapshots } from "../../../workers/backup/snapshot";
import { describeSnapshots } from "../../../workers/cli/backup/describe-snapshots";
import { FolderStore } from "../../../workers/cli/backup/folder-store";
import { openBackup } from "../../../workers/cli/backup/open-backup";
import { openCipher } from "../../../workers/cli/backup/open-cipher";
import { type OpenStores, openStores } from "../../../workers/cli/backup/open-stores";
import { runBackup } from "../../../workers/cli/backup/run-backup";
import { runRestore } from "../../../workers/cli/backup/run-restore";
import { openSite, runVerify } from "../../../workers/cli/backup/run-verify";
import { migratedState } from "../../support/app-server";
import { createBackupInstallation } from "../../support/backup-installation";
import { quickFolder } from "../../support/quick-folder";

const root = mkdtempSync(join(quickFolder(), "snapshots-"));
const KEY = "artists/a/audio/track.wav";
const TIME = "2026-11-28T00:00:00.000Z";
let seconds = 0;
const now = () => new Date(Date.parse(TIME) + ++seconds * 1_000);
const log = () => undefined;

afterAll(() => rmSync(root, { recursive: true, force: true }));

/**
 * An empty installation: for a copy in a folder by wrangler's own bindings, as the commands open it; for the
 * others in memory, where every query costs a tenth.
 */
async function openInstallation(place: string): Promise<OpenStores> {
  if (place !== "folder") return createBackupInstallation();
  const stateDir = mkdtempSync(join(root, "installation-"));
  await migratedState(stateDir);
  return openStores({ stateDir });
}

async function openFiles(place: string, source: OpenStores): Promise<BackupFiles> {
  if (place === "bucket") {
    if (!source.backupBucket) throw new Error("There is no bucket for the backup.");
    return new BackupFiles(new BucketStore(source.backupBucket, "The bucket label-backup"));
  }
  const store = new FolderStore(join(root, place));
  return new BackupFiles(store, await openCipher(store, undefined));
}

const insertMember = ({ DB }: Stores, name: string) =>
  DB.prepare(
    `INSERT INTO waiting_list (id, listen_link, artist_data, status_history, reference, artist_name, email, reply_due_at, created_at, updated_at)
     VALUES (?1, 'https://example.com', '{}', '[]', ?1, ?1, 'a@example.com', ?2, ?2, ?2)`,
  )
    .bind(name, TIME)
    .run();

/** Makes two backups of different contents. */
async function backUpTwice(place: string) {
  const source = await openInstallation(place);
  const { stores } = source;
  const files = await openFiles(place, source);
  for (const state of ["older", "newer"]) {
    await insertMember(stores, `${state}-member`);
    await stores.FILES.put(KEY, `${state} bytes`);
    await runBackup({ stores, files, now, keptSnapshots: 7, log });
  }
  const [newer = "", older = ""] = await listSnapshots(files);
  return { files, newer, older, closeSource: source.close };
}

test.each(["folder", "bucket"])(
  "an older copy is listed, restored and compared by its name: %s",
  async (place) => {
    const { files, newer, older, closeSource } = await backUpTwice(place);
    const lines = await describeSnapshots(files);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      new RegExp(
        `^${newer}: finished at 2026-.*, migration \\d{4}\\S*, \\d+ rows, 1 files with 11 bytes$`,
      ),
    );
    expect(lines[1]).toMatch(new RegExp(`^${older}: `));
    const { stores, close } = await openInstallation(place);
    const wrongName = runRestore({ stores, files, snapshot: "2020", now, log });
    await expect(wrongName).rejects.toThrow(
      `has no snapshot "2020", but these, the newest first: ${newer}, ${older}.`,
    );
    await runRestore({ stores, files, snapshot: older, now, log });
    // What was restored is compared, until the site is open.
    expect(await runVerify({ stores, files })).toEqual([]);
    expect(await openSite({ stores, files }, undefined, now())).toBe(0);
    expect(await runVerify({ stores, files })).toContain(`The file ${KEY} has other bytes.`);
    expect(await (await stores.FILES.get(KEY))?.text()).toBe("older bytes");
    const { results } = await stores.DB.prepare("SELECT id FROM waiting_list").all();
    expect(results).toEqual([{ id: "older-member" }]);
    await close();
    await closeSource();
  },
);

test("an interrupted restoration of an older copy goes on with it, and takes no other one", async () => {
  const { files, newer, older, closeSource } = await backUpTwice("another folder");
  const { stores, close } = await openInstallation("another folder");
  const FILES = new Proxy(stores.FILES, {
    get: (bucket, name) =>
      name === "put"
        ? () => Promise.reject(new Error("cut"))
        : Reflect.get(bucket, name).bind(bucket),
  });
  const cut = runRestore({ stores: { ...stores, FILES }, files, snapshot: older, now, log });
  await expect(cut).rejects.toThrow("cut");
  await expect(runRestore({ stores, files, snapshot: newer, now, log })).rejects.toThrow(
    `A restoration of the snapshot ${older} was interrupted here`,
  );
  await expect(runVerify({ stores, files })).rejects.toThrow("The restoration is not finished");
  expect((await runRestore({ stores, files, now, log })).id).toBe(older);
  expect(await runVerify({ stores, files, snapshot: older })).toEqual([]);
  await close();
  await closeSource();
});

test("a place without a backup is told, also with a passphrase, and nothing is written there", async () => {
  const store = new FolderStore(join(root, "nothing"));
  await expect(openCipher(store, "four quiet words here", false)).rejects.toThrow(
    "holds no backup.",
  );
  expect(await store.has("key.age")).toBe(false);
  expect(await describeSnapshots(new BackupFiles(store))).toEqual([
    `${store.label} holds no finished backup.`,
  ]);
});

test("a new backup takes no name of an older one", async () => {
  await expect(openBackup("write", ["--folder", root, "--snapshot", "x"], {})).rejects.toThrow(
    /are for npm run restore and npm run verify/,
  );
});
