import * as v from "valibot";
import type { BackupFolder } from "./backup-folder";
import {
  contentFile,
  KV_NAMES,
  type Manifest,
  readFiles,
  readKeys,
  readManifest,
  type StoredFile,
  tableFile,
} from "./manifest";
import type { Stores } from "./open-stores";
import { insertRows, listTables } from "./table-rows";

interface RestoreDeps {
  /** With all migrations that the backup has, and no more. */
  stores: Stores;
  folder: BackupFolder;
  log: (line: string) => void;
}

/** Tables that migrations fill: an installation with rows only there is empty. */
const FILLED_BY_MIGRATIONS = ["saved_reasons", "backfills"];
/**
 * The table that marks an installation as not whole. It holds the triggers until all rows are there, and
 * is empty while files are copied.
 */
const MARK = "restore_under_way";

const triggersSchema = v.array(v.object({ name: v.string(), sql: v.string() }));
const countSchema = v.object({ rows: v.number() });

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

async function readState(db: D1Database): Promise<"new" | "rows" | "files"> {
  const mark = await db.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").bind(MARK).first();
  if (mark === null) return "new";
  const trigger = await db.prepare(`SELECT 1 FROM ${MARK} LIMIT 1`).first();
  return trigger === null ? "files" : "rows";
}

async function requireEmpty(db: D1Database, tables: readonly string[]): Promise<void> {
  for (const table of tables.filter((name) => !FILLED_BY_MIGRATIONS.includes(name))) {
    const { rows } = v.parse(
      countSchema,
      await db.prepare(`SELECT count(*) AS rows FROM ${quote(table)}`).first(),
    );
    if (rows > 0)
      throw new Error(
        `The table ${table} has rows. A backup is restored into an empty installation only, so that nothing is overwritten.`,
      );
  }
}

/** Takes the triggers out, as they would write what the backup holds already. */
async function suspendTriggers(db: D1Database): Promise<void> {
  const { results } = await db
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    .all();
  const triggers = v.parse(triggersSchema, results);
  await db.batch([
    db.prepare(`CREATE TABLE ${MARK} (name TEXT PRIMARY KEY, sql TEXT NOT NULL)`),
    ...triggers.map(({ name, sql }) =>
      db.prepare(`INSERT INTO ${MARK} (name, sql) VALUES (?, ?)`).bind(name, sql),
    ),
    ...FILLED_BY_MIGRATIONS.map((table) => db.prepare(`DELETE FROM ${quote(table)}`)),
    ...triggers.map(({ name }) => db.prepare(`DROP TRIGGER ${quote(name)}`)),
  ]);
}

/** Builds the full-text indexes again, and puts the triggers back. */
async function finishTables(db: D1Database): Promise<void> {
  const { results: indexes } = await db
    .prepare("SELECT name, sql FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%'")
    .all();
  for (const { name } of v.parse(triggersSchema, indexes))
    await db.prepare(`INSERT INTO ${quote(name)} (${quote(name)}) VALUES ('rebuild')`).run();
  const { results } = await db.prepare(`SELECT name, sql FROM ${MARK}`).all();
  await db.batch([
    ...v.parse(triggersSchema, results).map(({ sql }) => db.prepare(sql)),
    db.prepare(`DELETE FROM ${MARK}`),
  ]);
}

async function restoreTables(
  { stores, folder, log }: RestoreDeps,
  { tables }: Manifest,
): Promise<void> {
  const { DB: db } = stores;
  const state = await readState(db);
  if (state === "files") return;
  const there = await listTables(db);
  const missing = tables.filter(({ name }) => !there.includes(name));
  if (missing.length > 0)
    throw new Error(
      `The database has no table ${missing.map(({ name }) => name).join(", ")}. Apply the migrations first, of the release that made the backup.`,
    );
  if (state === "new") {
    await requireEmpty(db, there);
    await suspendTriggers(db);
  }
  for (const { name, columns } of tables) {
    await insertRows(db, name, columns, folder.readLines(tableFile(name)));
    log(`Table ${name}`);
  }
  await finishTables(db);
}

/** Bytes of a part: a file is never whole in memory. */
const PART_BYTES = 16 * 1024 * 1024;

/** The bytes of a file in parts, all but the last of {@link PART_BYTES}. The bindings take no Buffer. */
async function* readParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let [parts, bytes]: [Uint8Array[], number] = [[], 0];
  for await (const chunk of chunks) {
    parts.push(chunk);
    bytes += chunk.length;
    while (bytes >= PART_BYTES) {
      const all = Buffer.concat(parts);
      yield new Uint8Array(all.subarray(0, PART_BYTES));
      parts = [all.subarray(PART_BYTES)];
      bytes -= PART_BYTES;
    }
  }
  yield new Uint8Array(Buffer.concat(parts));
}

async function restoreFile(bucket: R2Bucket, folder: BackupFolder, file: StoredFile) {
  const { key, size, sha256, httpMetadata, customMetadata } = file;
  const metadata = { httpMetadata, customMetadata };
  const content = readParts(folder.read(contentFile(sha256)));
  if (size < PART_BYTES) {
    const { value = new Uint8Array() } = await content.next();
    await bucket.put(key, value, metadata);
    return;
  }
  const upload = await bucket.createMultipartUpload(key, metadata);
  const parts: R2UploadedPart[] = [];
  for await (const part of content)
    if (part.length > 0) parts.push(await upload.uploadPart(parts.length + 1, part));
  await upload.complete(parts);
}

/** Restores the files that are not there yet: an object appears whole or not at all. */
async function restoreFiles({ stores: { FILES: bucket }, folder, log }: RestoreDeps) {
  let count = 0;
  for await (const file of readFiles(folder)) {
    const there = await bucket.head(file.key);
    if (there?.size === file.size) continue;
    await restoreFile(bucket, folder, file);
    count += 1;
  }
  log(`${count} files`);
}

/**
 * Restores a backup into an empty installation. Run again after an interruption, it goes on.
 * @throws Error with one sentence where the installation has data of its own.
 */
export async function runRestore(deps: RestoreDeps): Promise<Manifest> {
  const { stores, folder, log } = deps;
  const manifest = await readManifest(folder);
  await restoreTables(deps, manifest);
  for (const name of KV_NAMES)
    for await (const { name: key, value, expiration, metadata } of readKeys(folder, name)) {
      // KV refuses what ends within a minute.
      const isOver = expiration !== undefined && expiration < Date.now() / 1_000 + 60;
      if (!isOver)
        await stores[name].put(key, value, { ...(expiration && { expiration }), metadata });
    }
  log("Keys");
  await restoreFiles(deps);
  await stores.DB.prepare(`DROP TABLE ${MARK}`).run();
  return manifest;
}
