import * as v from "valibot";
import type { BackupFiles } from "../../backup/backup-files";
import type { Stores } from "../../backup/copy-progress";
import { TABLES_OF_EMPTY } from "../../backup/own-tables";
import { putInParts } from "../../backup/read-parts";
import {
  contentName,
  findManifest,
  KV_NAMES,
  type Manifest,
  readFiles,
  readKeys,
  readTable,
} from "../../backup/snapshot";
import { insertRows, listTables } from "../../backup/table-rows";

interface RestoreDeps {
  /** With all migrations that the backup has, and no more. */
  stores: Stores;
  files: BackupFiles;
  /** The newest one where none is named, or the one that was interrupted. */
  snapshot?: string | undefined;
  log: (line: string) => void;
}

/**
 * The table that marks an installation as not whole. It holds the id of the snapshot, and the triggers
 * until all rows are there.
 */
const MARK = "restore_under_way";
/** No trigger has this name. */
const SNAPSHOT_ROW = "";

const triggersSchema = v.array(v.object({ name: v.string(), sql: v.string() }));
const countSchema = v.object({ rows: v.number() });

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** How far a restoration has come, and which snapshot an interrupted one took. */
async function readState(
  db: D1Database,
): Promise<{ kind: "new" | "rows" | "files"; snapshot?: string | undefined }> {
  const mark = await db.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").bind(MARK).first();
  if (mark === null) return { kind: "new" };
  const { results } = await db.prepare(`SELECT name, sql FROM ${MARK}`).all();
  const rows = v.parse(triggersSchema, results);
  const snapshot = rows.find(({ name }) => name === SNAPSHOT_ROW)?.sql;
  const hasTriggers = rows.some(({ name }) => name !== SNAPSHOT_ROW);
  return { kind: hasTriggers ? "rows" : "files", snapshot };
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
async function suspendTriggers(db: D1Database, snapshot: string): Promise<void> {
  const { results } = await db
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    .all();
  const triggers = v.parse(triggersSchema, results);
  await db.batch([
    db.prepare(`CREATE TABLE ${MARK} (name TEXT PRIMARY KEY, sql TEXT NOT NULL)`),
    ...[{ name: SNAPSHOT_ROW, sql: snapshot }, ...triggers].map(({ name, sql }) =>
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
  const { results } = await db
    .prepare(`SELECT name, sql FROM ${MARK} WHERE name <> '${SNAPSHOT_ROW}'`)
    .all();
  await db.batch([
    ...v.parse(triggersSchema, results).map(({ sql }) => db.prepare(sql)),
    db.prepare(`DELETE FROM ${MARK} WHERE name <> '${SNAPSHOT_ROW}'`),
  ]);
}

async function restoreTables(
  { stores, files, log }: RestoreDeps,
  manifest: Manifest,
  state: "new" | "rows" | "files",
): Promise<void> {
  const { DB: db } = stores;
  const { tables } = manifest;
  if (state === "files") return;
  const there = await listTables(db);
  const missing = tables.filter(({ name }) => !there.includes(name));
  if (missing.length > 0)
    throw new Error(
      `The database has no table ${missing.map(({ name }) => name).join(", ")}. Apply the migrations first, of the release that made the backup.`,
    );
  if (state === "new") {
    await requireEmpty(db, there);
    await suspendTriggers(db, manifest.id);
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
  const { stores, files, snapshot, log } = deps;
  const { kind, snapshot: interrupted } = await readState(stores.DB);
  const manifest = await findManifest(files, snapshot ?? interrupted);
  if (interrupted !== undefined && manifest.id !== interrupted)
    throw new Error(
      `A restoration of the snapshot ${interrupted} was interrupted here: finish that one, or begin with an empty installation.`,
    );
  await restoreTables(deps, manifest, kind);
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
