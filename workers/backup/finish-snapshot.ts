import type { BackupFiles } from "./backup-files";
import { type CopyDeps, lastMigration, type Progress, startProgress } from "./copy-progress";
import {
  contentName,
  listSnapshots,
  type Manifest,
  readFiles,
  readManifest,
  type StoredFile,
  snapshotNames,
  writeManifest,
  writeSnapshots,
} from "./snapshot";

const NAMES_PER_CALL = 1_000;

/** The files of one list that the other does not have. Both are in the order of their keys. */
async function* listMissing(
  older: AsyncIterable<StoredFile>,
  newer: AsyncIterator<StoredFile>,
): AsyncGenerator<StoredFile> {
  let other = await newer.next();
  for await (const file of older) {
    while (!other.done && other.value.key < file.key) other = await newer.next();
    const isKept = !other.done && other.value.key === file.key && other.value.etag === file.etag;
    if (!isKept) yield file;
  }
}

/** Removes a snapshot, and the contents that the one after it does not have. */
async function removeSnapshot(files: BackupFiles, older: Manifest, newer: Manifest) {
  let names: string[] = [];
  for await (const file of listMissing(readFiles(files, older), readFiles(files, newer))) {
    names.push(contentName(file));
    if (names.length < NAMES_PER_CALL) continue;
    await files.remove(names);
    names = [];
  }
  // The manifest goes last, so that an interrupted removal can be done again.
  await files.remove(names);
  await files.remove(snapshotNames(older));
}

/**
 * Ends a snapshot, and removes those that are too old. Where the database was migrated meanwhile, the
 * snapshot is removed and another begun, since its tables do not fit together.
 */
export async function finishSnapshot(deps: CopyDeps, progress: Progress): Promise<Progress> {
  const { stores, files, now, keptSnapshots } = deps;
  if ((await lastMigration(stores.DB)) !== progress.migration) {
    await files.remove(snapshotNames(progress));
    return startProgress(deps);
  }
  const { next: _, previous: __, ...contents } = progress;
  await writeManifest(files, { ...contents, finishedAt: now().toISOString() });
  const ids = [progress.id, ...(await listSnapshots(files)).filter((id) => id !== progress.id)];
  for (let index = ids.length - 1; index >= keptSnapshots; index--) {
    const [older, newer] = [ids[index], ids[index - 1]];
    if (older === undefined || newer === undefined) continue;
    const manifest = await readManifest(files, older).catch(() => undefined);
    if (manifest) await removeSnapshot(files, manifest, await readManifest(files, newer));
  }
  await writeSnapshots(files, ids.slice(0, keptSnapshots));
  return { ...progress, next: { kind: "done" } };
}
