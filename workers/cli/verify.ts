import { openStores } from "./backup/open-stores";
import { readBackupArguments } from "./backup/read-arguments";
import { runVerify } from "./backup/run-verify";
import { exitWithMessage } from "./settings-from-shell";

try {
  const { folder, place, placeName } = await readBackupArguments(
    process.argv.slice(2),
    process.env,
  );
  console.log(`Comparing ${placeName} with ${folder.path} …`);
  const { stores, close } = await openStores(place);
  const differences = await runVerify({ stores, folder });
  await close();
  if (differences.length > 0) exitWithMessage(differences.join("\n"));
  console.log("Every table, key and file is the same.");
} catch (error) {
  exitWithMessage(error instanceof Error ? error.message : String(error));
}
