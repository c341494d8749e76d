import { openStores } from "./backup/open-stores";
import { readBackupArguments } from "./backup/read-arguments";
import { runRestore } from "./backup/run-restore";
import { exitWithMessage } from "./settings-from-shell";

try {
  const { folder, place, placeName } = await readBackupArguments(
    process.argv.slice(2),
    process.env,
  );
  console.log(`Restoring ${folder.path} into ${placeName} …`);
  const { stores, close } = await openStores(place);
  const { finishedAt } = await runRestore({ stores, folder, log: (line) => console.log(line) });
  await close();
  console.log(`Restored, as of ${finishedAt}. Now: npm run verify with the same arguments.`);
} catch (error) {
  exitWithMessage(error instanceof Error ? error.message : String(error));
}
