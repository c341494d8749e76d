import * as v from "valibot";
import type { BackupFiles } from "./backup-files";
import { contentsEntries, KV_NAMES, listSnapshots } from "./snapshot";
import { listTables } from "./table-rows";

/** Everything that an installation stores. */
export interface Stores {
  DB: D1Database;
  CONFIG: KVNamespace;
  TOKENS: KVNamespace;
  FILES: R2Bucket;
}

/** A week of daily copies. */
export const KEPT_SNAPSHOTS = 7;

export interface CopyDeps {
  stores: Stores;
  /** Where the copy goes. */
  files: BackupFiles;
  now: () => Date;
  /** How many finished snapshots stay; what was deleted stays in as many. */
  keptSnapshots: number;
}

const nextSchema = v.variant("kind", [
  v.object({
    kind: v.literal("table"),
    /** Tables to copy, the first of them now. */
    names: v.array(v.string()),
    /** The row that was copied last; null: none yet. */
    afterRow: v.nullable(v.number()),
  }),
  v.object({
    kind: v.literal("keys"),
    namespace: v.picklist(KV_NAMES),
    cursor: v.nullable(v.string()),
  }),
  v.object({
    kind: v.literal("files"),
    /** The key that was copied last; empty: none yet. */
    afterKey: v.string(),
    /** The part of the previous snapshot's list where that key is. */
    previousChunk: v.number(),
  }),
  v.object({ kind: v.literal("finish") }),
  v.object({ kind: v.literal("done") }),
]);

/** How far a copy is: what the snapshot holds already, and what comes next. */
export const progressSchema = v.object({
  ...contentsEntries,
  /** The snapshot before it, whose files are not copied again. */
  previous: v.nullable(v.string()),
  next: nextSchema,
});
export type Progress = v.InferOutput<typeof progressSchema>;
export type Next<Kind extends Progress["next"]["kind"]> = Extract<Progress["next"], { kind: Kind }>;

const migrationSchema = v.object({ name: v.string() });

export async function lastMigration(db: D1Database): Promise<string> {
  const row = await db.prepare("SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1").first();
  return v.parse(migrationSchema, row).name;
}

/** Begins a snapshot. Nothing is written yet. */
export async function startProgress({ stores, files, now }: CopyDeps): Promise<Progress> {
  const startedAt = now().toISOString();
  const [previous = null] = await listSnapshots(files);
  return {
    format: 2,
    id: startedAt.replaceAll(/[:.]/g, "-"),
    startedAt,
    migration: await lastMigration(stores.DB),
    tables: [],
    keys: { CONFIG: { count: 0, chunks: 0 }, TOKENS: { count: 0, chunks: 0 } },
    files: { count: 0, bytes: 0, copied: 0, chunks: 0 },
    previous,
    next: { kind: "table", names: await listTables(stores.DB), afterRow: null },
  };
}
