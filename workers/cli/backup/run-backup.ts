import * as v from "valibot";
import { isRestoring } from "~/jobs/restorations.server";
import { openDatabase } from "~/platform/database.server";
import {
  type CopyDeps,
  type Progress,
  progressSchema,
  startProgress,
} from "../../backup/copy-progress";
import { copyStep } from "../../backup/copy-step";
import { type Manifest, readManifest } from "../../backup/snapshot";

/** How far an interrupted backup is; absent where none is under way. */
const PROGRESS = "progress.json";

async function readProgress({ files }: CopyDeps): Promise<Progress | undefined> {
  if (!(await files.has(PROGRESS))) return undefined;
  return v.parse(progressSchema, JSON.parse(await files.readText(PROGRESS)));
}

/**
 * Copies everything that an installation stores. Files that the snapshot before has are not copied again.
 * After an interruption it goes on with the same snapshot.
 */
export async function runBackup(
  deps: CopyDeps & { log: (line: string) => void },
): Promise<Manifest> {
  const { stores, files, log } = deps;
  if (await isRestoring(openDatabase(stores.DB)))
    throw new Error("A backup is being restored here: finish that first, with npm run verify.");
  let progress = await readProgress(deps);
  if (progress) log(`Going on with the backup that began at ${progress.startedAt}.`);
  progress ??= await startProgress(deps);
  while (progress.next.kind !== "done") {
    progress = await copyStep(deps, progress);
    await files.writeText(PROGRESS, JSON.stringify(progress));
  }
  await files.remove([PROGRESS]);
  const rows = progress.tables.reduce((sum, table) => sum + table.rows, 0);
  log(`${progress.tables.length} tables with ${rows} rows.`);
  log(`${progress.keys.CONFIG.count + progress.keys.TOKENS.count} keys.`);
  log(`${progress.files.count} files, of which ${progress.files.copied} were copied now.`);
  return readManifest(files, progress.id);
}
