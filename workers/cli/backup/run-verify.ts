import { createHash } from "node:crypto";
import { repeatDeletion } from "~/domain/privacy/data-requests.server";
import { endRestoration, findRestoration } from "~/jobs/restorations.server";
import { openDatabase } from "~/platform/database.server";
import { RESTORATION_KEY } from "~/platform/restoration-flag";
import type { BackupFiles } from "../../backup/backup-files";
import type { Stores } from "../../backup/copy-progress";
import { readDeletions } from "../../backup/deletion-records";
import { WRITTEN_UNASKED } from "../../backup/own-tables";
import {
  findManifest,
  KV_NAMES,
  readFiles,
  readKeys,
  type StoredFile,
} from "../../backup/snapshot";
import { LinesDigest, readRows } from "../../backup/table-rows";

interface VerifyDeps {
  stores: Stores;
  files: BackupFiles;
  /** The one that was restored where none is named, else the newest. */
  snapshot?: string | undefined;
  /** Of how many files the bytes are compared, chosen by chance; all others by their size. */
  sampleSize?: number | undefined;
  random?: () => number;
}

/** One damaged file in a hundred is among so many with a probability of 95 %. */
export const SAMPLE_SIZE = 300;

async function hashOf(body: ReadableStream): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of body) hash.update(chunk);
  return hash.digest("hex");
}

/** What differs of a file, as the end of a sentence. */
async function compareFile(
  bucket: R2Bucket,
  { key, size, sha256 }: StoredFile,
  comparesBytes: boolean,
): Promise<string | undefined> {
  const stored = await bucket.head(key);
  if (!stored) return "is missing";
  if (stored.size !== size) return "has another size";
  const object = comparesBytes ? await bucket.get(key) : null;
  return object && (await hashOf(object.body)) !== sha256 ? "has other bytes" : undefined;
}

/**
 * Compares an installation with a backup: the rows of each table, every key, the size of every file, and the hashes
 * of some.
 * @returns a sentence for each difference; none where they are the same.
 */
export async function runVerify({
  stores,
  files,
  snapshot,
  sampleSize = SAMPLE_SIZE,
  random = Math.random,
}: VerifyDeps): Promise<string[]> {
  const restoration = await findRestoration(openDatabase(stores.DB));
  if (restoration?.phase === "rows" || restoration?.phase === "files")
    throw new Error("The restoration is not finished: run npm run restore again.");
  const restored = restoration?.phase === "verify" ? restoration.snapshot : undefined;
  const manifest = await findManifest(files, snapshot ?? restored);
  const differences: string[] = [];
  // The sweep of a running installation writes some of its own tables meanwhile.
  const tables = manifest.tables.filter(({ name }) => !WRITTEN_UNASKED.includes(name));
  for (const { name, rows, sha256 } of tables) {
    const digest = new LinesDigest();
    for await (const line of readRows(stores.DB, name)) digest.add(line);
    if (digest.rows !== rows)
      differences.push(`Table ${name} has ${digest.rows} rows, the backup has ${rows}.`);
    else if (digest.sha256 !== sha256)
      differences.push(`Table ${name} has as many rows as the backup, but not the same ones.`);
  }
  for (const namespace of KV_NAMES)
    for await (const { name, value, expiration } of readKeys(files, manifest, namespace)) {
      const isOver = expiration !== undefined && expiration < Date.now() / 1_000 + 60;
      if (!isOver && (await stores[namespace].get(name)) !== value)
        differences.push(`A key of ${namespace} is missing or has another value.`);
    }
  // Of those that are left each has the same chance, so that exactly as many are chosen as there are to be.
  let [left, toCompare] = [manifest.files.count, sampleSize];
  for await (const file of readFiles(files, manifest)) {
    const comparesBytes = random() * left < toCompare;
    toCompare -= Number(comparesBytes);
    left -= 1;
    const difference = await compareFile(stores.FILES, file, comparesBytes);
    if (difference) differences.push(`The file ${file.key} ${difference}.`);
  }
  return differences;
}

/**
 * Opens the site after a restoration. Who was deleted after the backup was made is deleted again by the next sweep.
 * @param deletions the bucket that holds the records of deletions.
 * @returns how many people are deleted again; undefined where the site was not closed.
 */
export async function openSite(
  { stores, files }: Pick<VerifyDeps, "stores" | "files">,
  deletions: R2Bucket | undefined,
  now: Date,
): Promise<number | undefined> {
  const db = openDatabase(stores.DB);
  const restoration = await findRestoration(db);
  if (restoration?.phase !== "verify") return undefined;
  const { startedAt } = await findManifest(files, restoration.snapshot);
  let count = 0;
  if (deletions)
    for await (const record of readDeletions(deletions, startedAt))
      count += Number(await repeatDeletion(db, record, now));
  await endRestoration(db, now);
  await stores.CONFIG.delete(RESTORATION_KEY);
  return count;
}
