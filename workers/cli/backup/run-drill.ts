import type { RestoreDrill } from "~/observability/health/restore-drill.server";
import type { BackupFiles } from "../../backup/backup-files";
import type { CopyInside } from "./copy-inside";
import type { Throwaway } from "./open-throwaway";
import { runRestore } from "./run-restore";
import { runVerify } from "./run-verify";

interface DrillDeps {
  files: BackupFiles;
  /** The newest one where none is named. */
  snapshot?: string | undefined;
  copyInside?: CopyInside | undefined;
  openThrowaway: () => Promise<Throwaway>;
  now: () => Date;
  log: (line: string) => void;
}

/** Restores a backup into a throwaway installation, compares every byte, and destroys it again. */
export async function runDrill({
  files,
  snapshot,
  copyInside,
  openThrowaway,
  now,
  log,
}: DrillDeps): Promise<RestoreDrill & { found: string[] }> {
  const at = now();
  const { stores, destroy } = await openThrowaway();
  try {
    const manifest = await runRestore({ stores, files, snapshot, copyInside, now, log });
    const restoredAt = now();
    const found = await runVerify({
      ...{ stores, files, snapshot: manifest.id },
      sampleSize: Number.POSITIVE_INFINITY,
    });
    const seconds = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 1_000);
    return {
      ...{ at: at.toISOString(), copyAt: manifest.startedAt },
      // Whoever restores in earnest makes an empty installation, too.
      restoreSeconds: seconds(at, restoredAt),
      verifySeconds: seconds(restoredAt, now()),
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      ...{ files: manifest.files.count, bytes: manifest.files.bytes },
      ...{ differences: found.length, found },
    };
  } finally {
    await destroy();
  }
}
