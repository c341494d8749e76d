import { writeDrill } from "~/observability/health/restore-drill.server";
import { formatBytes } from "~/platform/formats/bytes";
import { formatDuration } from "~/platform/formats/duration";
import { describeSnapshots } from "./backup/describe-snapshots";
import { openBackup } from "./backup/open-backup";
import { openLocalThrowaway, openThrowaway } from "./backup/open-throwaway";
import { runDrill } from "./backup/run-drill";
import { runRestore } from "./backup/run-restore";
import { wrangler } from "./cloudflare-resources";
import { planInstallation } from "./installation";
import { exitForError } from "./settings-from-shell";

const now = () => new Date();
const log = (line: string) => console.log(line);

type Backup = Awaited<ReturnType<typeof openBackup>>;

async function drill({ stores, files, snapshot, isLocal, copyInto }: Backup): Promise<void> {
  const prefix = `drill-${now().getTime().toString(36)}`;
  log(
    isLocal
      ? `Restoring ${files.label} into a throwaway installation …`
      : `Restoring ${files.label} into the throwaway installation ${prefix} …`,
  );
  const openEmpty = () => (isLocal ? openLocalThrowaway() : openThrowaway(wrangler, prefix));
  const { found, ...result } = await runDrill({
    ...{ files, snapshot, now, log },
    copyInside: copyInto(planInstallation(prefix).bucket),
    openThrowaway: openEmpty,
  });
  await writeDrill(stores.CONFIG, result);
  for (const difference of found) log(difference);
  const lostSeconds = (Date.parse(result.at) - Date.parse(result.copyAt)) / 1_000;
  log(`${result.rows} rows and ${result.files} files with ${formatBytes(result.bytes)}.`);
  log(`What was sent in the last ${formatDuration(lostSeconds)} would be lost (RPO).`);
  const backSeconds = result.restoreSeconds + result.verifySeconds;
  log(`Everything would be back after ${formatDuration(backSeconds)} (RTO).`);
  if (found.length > 0) throw new Error("What came back is not what was copied.");
  log("Every table, key and file came back the same. The throwaway installation is gone.");
}

async function restore({
  stores,
  files,
  snapshot,
  placeName,
  bucket,
  copyInto,
}: Backup): Promise<void> {
  log(`Restoring ${files.label} into ${placeName} …`);
  const { id, finishedAt } = await runRestore({
    ...{ stores, files, snapshot, now, log },
    copyInside: copyInto(bucket),
  });
  log(
    `Restored ${id}, as of ${finishedAt}. The site is closed until npm run verify, with the same arguments, finds no difference.`,
  );
}

try {
  const backup = await openBackup("read", process.argv.slice(2), process.env);
  if (backup.isList) for (const line of await describeSnapshots(backup.files)) log(line);
  else await (backup.isDrill ? drill(backup) : restore(backup));
  await backup.close();
} catch (error) {
  exitForError(error);
}
