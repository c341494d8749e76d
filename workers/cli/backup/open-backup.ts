import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { BackupFiles } from "../../backup/backup-files";
import { BucketStore } from "../../backup/bucket-store";
import type { Stores } from "../../backup/copy-deps";
import { planInstallation } from "../installation";
import { FolderStore } from "./folder-store";
import { openCipher } from "./open-cipher";
import { openStores, type Place } from "./open-stores";

interface Backup {
  stores: Stores;
  files: BackupFiles;
  /** For messages: which installation it is. */
  placeName: string;
  close: () => Promise<void>;
}

const PLACE_MISSING =
  "Name the place of the backup: -- --folder PATH for a folder, or -- --bucket NAME for a bucket.";

/**
 * Reads `--folder PATH` or `--bucket NAME`, and `--local`, and from the environment NAME_PREFIX,
 * STATE_DIR and BACKUP_PASSPHRASE, which encrypts. Opens the installation and the backup.
 * @throws Error with one sentence where the place is missing or cannot be opened.
 */
export async function openBackup(
  args: readonly string[],
  env: Record<string, string | undefined>,
): Promise<Backup> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      folder: { type: "string" },
      bucket: { type: "string" },
      local: { type: "boolean", default: false },
    },
  });
  if (Boolean(values.folder) === Boolean(values.bucket)) throw new Error(PLACE_MISSING);
  const stateDir = resolve(env.STATE_DIR || ".wrangler/state");
  const installation = planInstallation(env.NAME_PREFIX || undefined);
  const [place, placeName]: [Place, string] = values.local
    ? [{ stateDir }, `the local run in ${stateDir}`]
    : [
        { config: installation.configs.site },
        `the installation ${installation.database} on Cloudflare`,
      ];
  const { stores, backupBucket, close } = await openStores(place, values.bucket);
  const store = backupBucket
    ? new BucketStore(backupBucket, `The bucket ${values.bucket}`)
    : new FolderStore(resolve(values.folder ?? ""));
  const cipher = await openCipher(store, env.BACKUP_PASSPHRASE || undefined);
  return { stores, files: new BackupFiles(store, cipher), placeName, close };
}
