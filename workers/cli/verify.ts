import { describeSnapshots } from "./backup/describe-snapshots";
import { openBackup } from "./backup/open-backup";
import { openSite, runVerify, SAMPLE_SIZE } from "./backup/run-verify";
import { exitForError, exitWithMessage } from "./settings-from-shell";

const DIFFERENT =
  "The copy is not the same as what is stored. What was changed since it was made differs, too: make a new one with npm run backup, then compare again. After a restoration run npm run restore again, which brings missing files; the site stays closed until nothing differs, or until you add --open.";

try {
  const backup = await openBackup("read", process.argv.slice(2), process.env);
  const { stores, files, snapshot, isList, opensAnyway, comparesAllBytes, deletions } = backup;
  const { placeName, close } = backup;
  if (isList) {
    for (const line of await describeSnapshots(files)) console.log(line);
    await close();
  } else {
    console.log(`Comparing ${placeName} with ${files.label} …`);
    const sampleSize = comparesAllBytes ? Number.POSITIVE_INFINITY : undefined;
    const differences = await runVerify({ stores, files, snapshot, sampleSize });
    const deletedAgain =
      differences.length === 0 || opensAnyway
        ? await openSite({ stores, files }, deletions, new Date())
        : undefined;
    await close();
    if (differences.length > 0 && deletedAgain === undefined)
      exitWithMessage([...differences, DIFFERENT].join("\n"));
    for (const difference of differences) console.log(difference);
    if (differences.length === 0)
      console.log(
        comparesAllBytes
          ? "Every table, key and file is the same."
          : `Every table and key is the same, and every file has its size. The bytes of ${SAMPLE_SIZE} files at most were compared; --full compares all.`,
      );
    if (deletedAgain !== undefined)
      console.log("The site is open, and queue and sweep work again.");
    if (deletedAgain)
      console.log(
        `${deletedAgain} people were deleted after this backup was made. The next sweep deletes them again.`,
      );
  }
} catch (error) {
  exitForError(error);
}
