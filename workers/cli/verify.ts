import { describeSnapshots } from "./backup/describe-snapshots";
import { openBackup } from "./backup/open-backup";
import { runVerify } from "./backup/run-verify";
import { exitWithMessage } from "./settings-from-shell";

const DIFFERENT =
  "The copy is not the same as what is stored. What was changed since it was made differs, too: make a new one with npm run backup, then compare again.";

try {
  const backup = await openBackup("read", process.argv.slice(2), process.env);
  const { stores, files, snapshot, isList, placeName, close } = backup;
  if (isList) {
    for (const line of await describeSnapshots(files)) console.log(line);
    await close();
  } else {
    console.log(`Comparing ${placeName} with ${files.label} …`);
    const differences = await runVerify({ stores, files, snapshot });
    await close();
    if (differences.length > 0) exitWithMessage([...differences, DIFFERENT].join("\n"));
    console.log("Every table, key and file is the same.");
  }
} catch (error) {
  exitWithMessage(error instanceof Error ? error.message : String(error));
}
