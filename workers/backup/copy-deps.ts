import type { BackupFiles } from "./backup-files";

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
