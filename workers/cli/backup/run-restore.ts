import * as v from "valibot";
import {
  claimRestoration,
  findRestoration,
  RESTORATION_LEASE_MS,
  type Restoration,
  releaseRestoration,
  renewRestoration,
} from "~/jobs/restorations.server";
import { openDatabase } from "~/platform/database.server";
import { RESTORATION_KEY } from "~/platform/restoration-flag";
import type { BackupFiles } from "../../backup/backup-files";
import { lastMigration, type Stores } from "../../backup/copy-progress";
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
  type StoredFile,
} from "../../backup/snapshot";
import { insertRows, listColumns, listTables } from "../../backup/table-rows";
import type { CopyInside } from "./copy-inside";

interface RestoreDeps {
  /** With all migrations that the backup has, and no more. */
  stores: Stores;
  files: BackupFiles;
  /** The newest one where none is named, or the one that was interrupted. */
  snapshot?: string | undefined;
  /** Where backup and installation are buckets of one account. */
  copyInside?: CopyInside | undefined;
  now: () => Date;
  log: (line: string) => void;
}

/** Throws where another command has taken the restoration over. */
type CheckLease = () => void;

/** Rows of a full-text index in a statement: all of 100,000 took 21 s, and D1 ends a statement at 30. */
const INDEX_ROWS = 1_000;

/** Each may hold two parts of 8 MB. */
const FILES_AT_ONCE = 6;

const triggersSchema = v.array(v.object({ name: v.string(), sql: v.string() }));
const countSchema = v.object({ rows: v.number() });
const lastRowSchema = v.object({ row: v.nullable(v.number()) });

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The code of a release fits one migration: another one's tables may have other columns. */
async function requireSameMigration(db: D1Database, { migration }: Manifest): Promise<void> {
  const here = await lastMigration(db);
  if (migration === here) return;
  const way =
    migration > here
      ? "Deploy the release that made the backup, which migrates the database. Then restore."
      : "Check out the release that made the backup, deploy it to an empty installation and restore there. Then deploy this release, which migrates the database.";
  throw new Error(
    `The backup was made after the migration ${migration}, and the last one here is ${here}. Nothing was written. ${way}`,
  );
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

/** Fills a full-text index from its table, in slices. */
async function fillIndex(db: D1Database, name: string, sql: string): Promise<void> {
  const [, table = "", position = ""] =
    /content = '(\w+)', content_rowid = '(\w+)'/.exec(sql) ?? [];
  const columns = (await listColumns(db, name)).map(quote).join(", ");
  await db.prepare(`INSERT INTO ${quote(name)} (${quote(name)}) VALUES ('delete-all')`).run();
  const slice = `FROM ${quote(table)} WHERE ${quote(position)} > ? ORDER BY ${quote(position)} LIMIT ${INDEX_ROWS}`;
  const lastOfSlice = db.prepare(
    `SELECT max(row) AS row FROM (SELECT ${position} AS row ${slice})`,
  );
  const insert = db.prepare(
    `INSERT INTO ${quote(name)} (rowid, ${columns}) SELECT ${quote(position)}, ${columns} ${slice}`,
  );
  for (let after = -1; ; ) {
    const { row } = v.parse(lastRowSchema, await lastOfSlice.bind(after).first());
    if (row === null) return;
    await insert.bind(after).run();
    after = row;
  }
}

/** Restores the rows. Triggers rest meanwhile, as they would write what the backup holds already. */
async function restoreRows(
  { stores: { DB: db }, files, log }: RestoreDeps,
  manifest: Manifest,
  triggers: v.InferOutput<typeof triggersSchema>,
  checkLease: CheckLease,
): Promise<void> {
  await db.batch([
    ...TABLES_OF_EMPTY.map((table) => db.prepare(`DELETE FROM ${quote(table)}`)),
    ...triggers.map(({ name }) => db.prepare(`DROP TRIGGER IF EXISTS ${quote(name)}`)),
  ]);
  for (const table of manifest.tables) {
    checkLease();
    await insertRows(db, table.name, table.columns, readTable(files, manifest, table));
    log(`Table ${table.name}`);
  }
  const { results: indexes } = await db
    .prepare("SELECT name, sql FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%'")
    .all();
  for (const { name, sql } of v.parse(triggersSchema, indexes)) {
    checkLease();
    await fillIndex(db, name, sql);
  }
  await db.batch([
    ...triggers.map(({ sql }) => db.prepare(sql)),
    db.prepare("UPDATE restorations SET phase = 'files'"),
  ]);
}

async function restoreKeys({ stores, files, now, log }: RestoreDeps, manifest: Manifest) {
  for (const namespace of KV_NAMES)
    for await (const { name, value, expiration, metadata } of readKeys(
      files,
      manifest,
      namespace,
    )) {
      // KV refuses what ends within a minute.
      const isOver = expiration !== undefined && expiration < now().getTime() / 1_000 + 60;
      if (!isOver)
        await stores[namespace].put(name, value, { ...(expiration && { expiration }), metadata });
    }
  log("Keys");
}

async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Restores the files that are not there yet, some at once: an object appears whole or not at all. */
async function restoreFiles(
  { stores: { FILES: bucket }, files, copyInside, log }: RestoreDeps,
  manifest: Manifest,
  checkLease: CheckLease,
): Promise<void> {
  let [canCopy, count] = [copyInside !== undefined, 0];
  const restoreFile = async (file: StoredFile) => {
    const { key, size, httpMetadata, customMetadata } = file;
    if ((await bucket.head(key))?.size === size) return;
    count += 1;
    if (canCopy && (await copyInside?.(file))) return;
    if (canCopy) log("The R2 keys do not open the backup's bucket: files pass through here.");
    canCopy = false;
    await putInParts(bucket, key, files.read(contentName(file)), { httpMetadata, customMetadata });
  };
  for await (const batch of inBatches(readFiles(files, manifest), FILES_AT_ONCE)) {
    checkLease();
    await Promise.all(batch.map(restoreFile));
  }
  log(`${count} files`);
}

/** Does work while other commands are refused. */
async function whileLeased(
  { stores, now }: RestoreDeps,
  { leaseUntil }: Restoration,
  work: (checkLease: CheckLease) => Promise<void>,
): Promise<void> {
  const db = openDatabase(stores.DB);
  let lease: string | undefined = leaseUntil;
  // Without an answer of the database the next one comes in time.
  const renew = async () => {
    lease = lease && (await renewRestoration(db, lease, now()).catch(() => lease));
  };
  const timer = setInterval(renew, RESTORATION_LEASE_MS / 4);
  try {
    await work(() => {
      if (!lease) throw new Error("Another command has taken over this restoration.");
    });
    if (lease) await releaseRestoration(db, lease, "verify");
  } catch (error) {
    if (lease) await releaseRestoration(db, lease);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Restores a backup into an empty installation. Run again after an interruption, it goes on. The site stays
 * closed, and queue and sweep rest, until a comparison finds it whole.
 * @throws Error with one sentence where the installation has data of its own, another migration, or another
 * restoration at work.
 */
export async function runRestore(deps: RestoreDeps): Promise<Manifest> {
  const { stores, files, snapshot, now } = deps;
  const db = openDatabase(stores.DB);
  const found = await findRestoration(db);
  const interrupted = found?.phase === "done" ? undefined : found;
  const manifest = await findManifest(files, snapshot ?? interrupted?.snapshot);
  await requireSameMigration(stores.DB, manifest);
  if (interrupted && manifest.id !== interrupted.snapshot)
    throw new Error(
      `A restoration of the snapshot ${interrupted.snapshot} was interrupted here: finish that one, or begin with an empty installation.`,
    );
  if (!interrupted) await requireEmpty(stores.DB, await listTables(stores.DB));
  const triggers = await stores.DB.prepare(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
  ).all();
  const restoration = await claimRestoration(db, {
    snapshot: manifest.id,
    triggers: v.parse(triggersSchema, triggers.results),
    now: now(),
  });
  if (!restoration)
    throw new Error(
      "Another restoration is at work here. If it was killed, try again in a minute: this one goes on where it was.",
    );
  await stores.CONFIG.put(RESTORATION_KEY, restoration.startedAt);
  await whileLeased(deps, restoration, async (checkLease) => {
    if (restoration.phase === "rows")
      await restoreRows(
        deps,
        manifest,
        v.parse(triggersSchema, JSON.parse(restoration.triggers)),
        checkLease,
      );
    await restoreKeys(deps, manifest);
    await restoreFiles(deps, manifest, checkLease);
  });
  return manifest;
}
