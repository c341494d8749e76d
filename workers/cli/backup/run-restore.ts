import * as v from "valibot";
import type { BackupFiles } from "../../backup/backup-files";
import type { Stores } from "../../backup/copy-deps";
import { TABLES_OF_EMPTY } from "../../backup/own-tables";
import { putInParts } from "../../backup/read-parts";
import {
  contentName,
  KV_NAMES,
  type Manifest,
  readFiles,
  readKeys,
  readNewestManifest,
  readTable,
} from "../../backup/snapshot";
import { insertRows, listTables } from "../../backup/table-rows";

interface RestoreDeps {
  /** With all migrations that the backup has, and no more. */
  stores: Stores;
  files: BackupFiles;
  log: (line: string) => void;
}

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
  for (const table of tables.filter((name) => !TABLES_OF_EMPTY.includes(name))) {
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
    ...TABLES_OF_EMPTY.map((table) => db.prepare(`DELETE FROM ${quote(table)}`)),
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
  { stores, files, log }: RestoreDeps,
  manifest: Manifest,
): Promise<void> {
  const { DB: db } = stores;
  const { tables } = manifest;
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
  for (const table of tables) {
    await insertRows(db, table.name, table.columns, readTable(files, manifest, table));
    log(`Table ${table.name}`);
  }
  await finishTables(db);
}

/** Restores the files that are not there yet: an object appears whole or not at all. */
async function restoreFiles(
  { stores: { FILES: bucket }, files, log }: RestoreDeps,
  manifest: Manifest,
): Promise<void> {
  let count = 0;
  for await (const file of readFiles(files, manifest)) {
    const { key, size, httpMetadata, customMetadata } = file;
    const existing = await bucket.head(key);
    if (existing?.size === size) continue;
    const bytes = files.read(contentName(file));
    await putInParts(bucket, key, bytes, { httpMetadata, customMetadata });
    count += 1;
  }
  log(`${count} files`);
}

/**
 * Restores a backup into an empty installation. Run again after an interruption, it goes on.
 * @throws Error with one sentence where the installation has data of its own.
 */
export async function runRestore(deps: RestoreDeps): Promise<Manifest> {
  const { stores, files, log } = deps;
  const manifest = await readNewestManifest(files);
  await restoreTables(deps, manifest);
  for (const name of KV_NAMES)
    for await (const { name: key, value, expiration, metadata } of readKeys(
      files,
      manifest,
      name,
    )) {
      // KV refuses what ends within a minute.
      const isOver = expiration !== undefined && expiration < Date.now() / 1_000 + 60;
      if (!isOver)
        await stores[name].put(key, value, { ...(expiration && { expiration }), metadata });
    }
  log("Keys");
  await restoreFiles(deps, manifest);
  await stores.DB.prepare(`DROP TABLE ${MARK}`).run();
  return manifest;
}
