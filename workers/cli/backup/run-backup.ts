import { createHash } from "node:crypto";
import * as v from "valibot";
import type { BackupFolder } from "./backup-folder";
import {
  contentFile,
  entryFile,
  FILE_LIST,
  type KV_NAMES,
  keysFile,
  linesOf,
  MANIFEST,
  type Manifest,
  parseFile,
  type StoredFile,
  type TableSummary,
  tableFile,
} from "./manifest";
import type { Stores } from "./open-stores";
import { LinesDigest, listColumns, listTables, readRows } from "./table-rows";

interface BackupDeps {
  stores: Stores;
  folder: BackupFolder;
  now: () => Date;
  log: (line: string) => void;
}

async function copyTable({ stores, folder }: BackupDeps, name: string): Promise<TableSummary> {
  const digest = new LinesDigest();
  async function* rows() {
    for await (const line of readRows(stores.DB, name)) {
      digest.add(line);
      yield line;
    }
  }
  await folder.write(tableFile(name), linesOf(rows()));
  const columns = await listColumns(stores.DB, name);
  return { name, columns, rows: digest.rows, sha256: digest.sha256 };
}

async function* listKeys(namespace: KVNamespace): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const page: KVNamespaceListResult<unknown> = await namespace.list({ cursor: cursor ?? null });
    for (const { name, expiration, metadata } of page.keys) {
      const value = await namespace.get(name);
      // One that has ended since it was listed.
      if (value !== null) yield JSON.stringify({ name, value, expiration, metadata });
    }
    cursor = page.list_complete ? undefined : page.cursor;
  } while (cursor);
}

async function copyKeys({ stores, folder }: BackupDeps, name: (typeof KV_NAMES)[number]) {
  let count = 0;
  async function* keys() {
    for await (const line of listKeys(stores[name])) {
      count += 1;
      yield line;
    }
  }
  await folder.write(keysFile(name), linesOf(keys()));
  return count;
}

/** The objects of a bucket that are whole; those under way are not listed. */
async function* listObjects(bucket: R2Bucket): AsyncGenerator<R2Object> {
  let cursor: string | undefined;
  do {
    const page = await bucket.list({
      ...(cursor && { cursor }),
      include: ["httpMetadata", "customMetadata"],
    });
    yield* page.objects;
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
}

/** Stores a file under its hash. @returns undefined where it was deleted meanwhile. */
async function copyObject(
  { stores, folder }: BackupDeps,
  { key, size, etag, httpMetadata = {}, customMetadata = {} }: R2Object,
): Promise<StoredFile | undefined> {
  const object = await stores.FILES.get(key);
  if (!object) return undefined;
  const hash = createHash("sha256");
  async function* bytes(body: ReadableStream) {
    for await (const chunk of body) {
      hash.update(chunk);
      yield chunk;
    }
  }
  // Its hash, and with it its name, is known once it was read.
  const temporary = `content/under-way-${createHash("sha256").update(key).digest("hex")}`;
  await folder.write(temporary, bytes(object.body));
  const sha256 = hash.digest("hex");
  await folder.move(temporary, contentFile(sha256));
  const texts = Object.entries(httpMetadata).filter(([, value]) => typeof value === "string");
  return { key, size, etag, sha256, httpMetadata: Object.fromEntries(texts), customMetadata };
}

/** What an earlier run stored of an object, also one that was interrupted. */
async function findStored(folder: BackupFolder, { key, size, etag }: R2Object) {
  const name = entryFile(key);
  if (!(await folder.has(name))) return undefined;
  const file = parseFile(await folder.readText(name));
  const isSame = file.etag === etag && file.size === size;
  return isSame && (await folder.has(contentFile(file.sha256))) ? file : undefined;
}

/** Copies the files that the backup does not have yet. */
async function copyFiles(deps: BackupDeps): Promise<Manifest["files"]> {
  const { stores, folder, log } = deps;
  const total = { count: 0, bytes: 0 };
  let copied = 0;
  async function* files() {
    for await (const object of listObjects(stores.FILES)) {
      const earlier = await findStored(folder, object);
      const file = earlier ?? (await copyObject(deps, object));
      if (!file) continue;
      if (!earlier) {
        copied += 1;
        await folder.writeText(entryFile(file.key), JSON.stringify(file));
      }
      total.count += 1;
      total.bytes += file.size;
      yield JSON.stringify(file);
    }
  }
  await folder.write(FILE_LIST, linesOf(files()));
  log(`${total.count} files, of which ${copied} were copied now.`);
  return total;
}

const migrationSchema = v.object({ name: v.string() });

/**
 * Copies everything that an installation stores into a folder. Run again, it copies only files that are
 * new since, also after an interruption.
 */
export async function runBackup(deps: BackupDeps): Promise<Manifest> {
  const { stores, folder, now, log } = deps;
  const startedAt = now().toISOString();
  await folder.remove(MANIFEST);
  const last = await stores.DB.prepare(
    "SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1",
  ).first();
  const tables: TableSummary[] = [];
  for (const name of await listTables(stores.DB)) tables.push(await copyTable(deps, name));
  log(`${tables.length} tables with ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows.`);
  const keys = {
    CONFIG: await copyKeys(deps, "CONFIG"),
    TOKENS: await copyKeys(deps, "TOKENS"),
  };
  log(`${keys.CONFIG + keys.TOKENS} keys.`);
  const manifest: Manifest = {
    format: 1,
    startedAt,
    migration: v.parse(migrationSchema, last).name,
    tables,
    keys,
    files: await copyFiles(deps),
    finishedAt: now().toISOString(),
  };
  await folder.writeText(MANIFEST, JSON.stringify(manifest, null, 2));
  return manifest;
}
