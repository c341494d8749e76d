import { KEPT_SNAPSHOTS } from "../backup/copy-progress";
import { openBackup } from "./backup/open-backup";
import { runBackup } from "./backup/run-backup";
import { exitForError } from "./settings-from-shell";

try {
  const backup = await openBackup("write", process.argv.slice(2), process.env);
  const { stores, files, placeName, close } = backup;
  console.log(`Copying ${placeName} into ${files.label} …`);
  const log = (line: string) => console.log(line);
  const deps = { stores, files, now: () => new Date(), keptSnapshots: KEPT_SNAPSHOTS, log };
  const { files: total } = await runBackup(deps);
  await close();
  console.log(`The backup is whole: ${total.count} files with ${total.bytes} bytes.`);
} catch (error) {
  exitForError(error);
}
