import type { BackupFiles } from "../../backup/backup-files";
import { listSnapshots, readManifest } from "../../backup/snapshot";

/** A line for each finished snapshot, the newest first: its name, and what it holds. */
export async function describeSnapshots(files: BackupFiles): Promise<string[]> {
  const ids = await listSnapshots(files);
  if (ids.length === 0) return [`${files.label} holds no finished backup.`];
  const lines: string[] = [];
  for (const id of ids) {
    const { finishedAt, migration, tables, files: stored } = await readManifest(files, id);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    lines.push(
      `${id}: finished at ${finishedAt}, migration ${migration}, ${rows} rows, ${stored.count} files with ${stored.bytes} bytes`,
    );
  }
  return lines;
}
