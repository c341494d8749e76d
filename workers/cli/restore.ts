import { openBackup } from "./backup/open-backup";
import { runRestore } from "./backup/run-restore";
import { exitWithMessage } from "./settings-from-shell";

try {
  const { stores, files, placeName, close } = await openBackup(process.argv.slice(2), process.env);
  console.log(`Restoring ${files.label} into ${placeName} …`);
  const { finishedAt } = await runRestore({ stores, files, log: (line) => console.log(line) });
  await close();
  console.log(`Restored, as of ${finishedAt}. Now: npm run verify with the same arguments.`);
} catch (error) {
  exitWithMessage(error instanceof Error ? error.message : String(error));
}
