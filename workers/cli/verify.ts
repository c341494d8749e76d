import { openBackup } from "./backup/open-backup";
import { runVerify } from "./backup/run-verify";
import { exitWithMessage } from "./settings-from-shell";

try {
  const { stores, files, placeName, close } = await openBackup(process.argv.slice(2), process.env);
  console.log(`Comparing ${placeName} with ${files.label} …`);
  const differences = await runVerify({ stores, files });
  await close();
  if (differences.length > 0) exitWithMessage(differences.join("\n"));
  console.log("Every table, key and file is the same.");
} catch (error) {
  exitWithMessage(error instanceof Error ? error.message : String(error));
}
