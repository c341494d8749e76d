import { describeSnapshots } from "./backup/describe-snapshots";
import { openBackup } from "./backup/open-backup";
import { runRestore } from "./backup/run-restore";
import { exitWithMessage } from "./settings-from-shell";

try {
  const backup = await openBackup("read", process.argv.slice(2), process.env);
  const { stores, files, snapshot, isList, placeName, close } = backup;
  const log = (line: string) => console.log(line);
  if (isList) {
    for (const line of await describeSnapshots(files)) log(line);
    await close();
  } else {
    log(`Restoring ${files.label} into ${placeName} …`);
    const { id, finishedAt } = await runRestore({
      ...{ stores, files, snapshot, log },
      now: () => new Date(),
    });
    await close();
    log(
      `Restored ${id}, as of ${finishedAt}. The site is closed until npm run verify, with the same arguments, finds no difference.`,
    );
  }
} catch (error) {
  exitWithMessage(error instanceof Error ? error.message : String(error));
}
