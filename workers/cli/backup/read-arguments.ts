import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { planInstallation } from "../installation";
import { BackupFolder } from "./backup-folder";
import type { Place } from "./open-stores";

interface BackupArguments {
  folder: BackupFolder;
  place: Place;
  /** For messages: which installation it is. */
  placeName: string;
}

/**
 * Reads `--folder PATH` and `--local`, and from the environment NAME_PREFIX, STATE_DIR and
 * BACKUP_PASSPHRASE, which encrypts.
 * @throws Error with one sentence where the folder is missing or cannot be opened.
 */
export async function readBackupArguments(
  args: readonly string[],
  env: Record<string, string | undefined>,
): Promise<BackupArguments> {
  const { values } = parseArgs({
    args: [...args],
    options: { folder: { type: "string" }, local: { type: "boolean", default: false } },
  });
  if (!values.folder) throw new Error("Name the folder of the backup: -- --folder PATH");
  const folder = await BackupFolder.open(
    resolve(values.folder),
    env.BACKUP_PASSPHRASE || undefined,
  );
  if (values.local) {
    const stateDir = resolve(env.STATE_DIR || ".wrangler/state");
    return { folder, place: { stateDir }, placeName: `the local run in ${stateDir}` };
  }
  const installation = planInstallation(env.NAME_PREFIX || undefined);
  return {
    folder,
    place: { config: installation.configs.site },
    placeName: `the installation ${installation.database} on Cloudflare`,
  };
}
