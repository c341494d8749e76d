import { openStores } from "./backup/open-stores";
import { readBackupArguments } from "./backup/read-arguments";
import { runBackup } from "./backup/run-backup";
import { exitWithMessage } from "./settings-from-shell";

try {
  const { folder, place, placeName } = await readBackupArguments(
    process.argv.slice(2),
    process.env,
  );
  console.log(`Copying ${placeName} into ${folder.path} …`);
  const { stores, close } = await openStores(place);
  const log = (line: string) => console.log(line);
  const { files } = await runBackup({ stores, folder, now: () => new Date(), log });
  await close();
  console.log(`The backup is whole: ${files.count} files with ${files.bytes} bytes.`);
} catch (error) {
  exitWithMessage(error instanceof Error ? error.message : String(error));
}
