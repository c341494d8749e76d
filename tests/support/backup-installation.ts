import type { Stores } from "../../workers/backup/copy-progress";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "./batched-database";
import { applyMigrations } from "./board-fixture";
import { SteadyMiniflare } from "./steady-runtime";

/** The stores of an empty, migrated installation in memory. */
export interface BackupInstallation {
  stores: Stores;
  backupBucket: R2Bucket;
  close: () => Promise<void>;
}

/**
 * Creates an installation for tests of backups. Its database is queried in batches: a backup asks each table
 * several times, and wrangler's own binding blocks the process for each part of a statement.
 */
export async function createBackupInstallation(): Promise<BackupInstallation> {
  const miniflare = new SteadyMiniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: ["DB"],
    kvNamespaces: ["CONFIG", "TOKENS"],
    r2Buckets: ["FILES", "BACKUP"],
  });
  const DB = batchedDatabase(miniflare);
  await applyMigrations(DB);
  await DB.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)");
  await DB.exec("INSERT INTO d1_migrations (id, name) VALUES (1, '0001_first.sql')");
  const bucket = async (name: string) => (await miniflare.getR2Bucket(name)) as unknown as R2Bucket;
  const namespace = async (name: string) =>
    (await miniflare.getKVNamespace(name)) as unknown as KVNamespace;
  const [CONFIG, TOKENS] = [await namespace("CONFIG"), await namespace("TOKENS")];
  return {
    stores: { DB, CONFIG, TOKENS, FILES: await bucket("FILES") },
    backupBucket: await bucket("BACKUP"),
    close: () => miniflare.dispose(),
  };
}
