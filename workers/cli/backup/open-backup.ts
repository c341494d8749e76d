import { resolve } from "node:path";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { systemClock } from "~/platform/clock";
import { network } from "~/platform/http-client";
import { settingEntries } from "~/platform/setting-entries";
import { BackupFiles } from "../../backup/backup-files";
import { BucketStore } from "../../backup/bucket-store";
import { planInstallation } from "../installation";
import { type CopyInside, copyByS3 } from "./copy-inside";
import { FolderStore } from "./folder-store";
import { openCipher } from "./open-cipher";
import { openStores, type Place } from "./open-stores";

type Env = Readonly<Record<string, string | undefined>>;

const PLACE_MISSING =
  "Name the place of the backup: -- --folder PATH for a folder, or -- --bucket NAME for a bucket.";

const SNAPSHOT_GIVEN =
  "--snapshot and --list are for npm run restore and npm run verify: a backup is always a new one.";

const r2KeysSchema = v.pick(settingEntries, [
  "R2_S3_ENDPOINT",
  "R2_S3_ACCESS_KEY_ID",
  "R2_S3_SECRET_ACCESS_KEY",
]);

/** What copies from bucket to bucket, where the shell has the keys of R2. */
function openCopy(env: Env, from: string, to: string): CopyInside | undefined {
  const keys = v.parse(r2KeysSchema, env);
  const { R2_S3_ENDPOINT: endpoint, R2_S3_ACCESS_KEY_ID: accessKeyId } = keys;
  const { R2_S3_SECRET_ACCESS_KEY: secretAccessKey } = keys;
  if (!endpoint || !accessKeyId || !secretAccessKey) return undefined;
  const access = { endpoint, bucket: to, accessKeyId, secretAccessKey };
  return copyByS3(access, from, { fetcher: network, clock: systemClock });
}

/**
 * Reads `--folder PATH` or `--bucket NAME`, and `--local`, and from the environment NAME_PREFIX,
 * STATE_DIR, BACKUP_PASSPHRASE, which encrypts, and the keys R2_S3_…, with which R2 copies by itself. Opens the installation and the backup.
 * @param use `write` makes a backup; `read` takes one, which `--snapshot NAME` chooses and `--list` shows.
 * @throws Error with one sentence where the place is missing or cannot be opened.
 */
export async function openBackup(use: "write" | "read", args: readonly string[], env: Env) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      folder: { type: "string" },
      bucket: { type: "string" },
      local: { type: "boolean", default: false },
      snapshot: { type: "string" },
      list: { type: "boolean", default: false },
      open: { type: "boolean", default: false },
      deletions: { type: "string" },
      drill: { type: "boolean", default: false },
      full: { type: "boolean", default: false },
    },
  });
  if (Boolean(values.folder) === Boolean(values.bucket)) throw new Error(PLACE_MISSING);
  if (use === "write" && (values.snapshot !== undefined || values.list))
    throw new Error(SNAPSHOT_GIVEN);
  const stateDir = resolve(env.STATE_DIR || ".wrangler/state");
  const installation = planInstallation(env.NAME_PREFIX || undefined);
  const [place, placeName]: [Place, string] = values.local
    ? [{ stateDir }, `the local run in ${stateDir}`]
    : [
        { config: installation.configs.site },
        `the installation ${installation.database} on Cloudflare`,
      ];
  const { stores, backupBucket, close } = await openStores(
    place,
    values.bucket ?? values.deletions,
  );
  const store =
    backupBucket && values.bucket
      ? new BucketStore(backupBucket, `The bucket ${values.bucket}`)
      : new FolderStore(resolve(values.folder ?? ""));
  const cipher = await openCipher(store, env.BACKUP_PASSPHRASE || undefined, use === "write");
  const files = new BackupFiles(store, cipher);
  return {
    stores,
    files,
    bucket: installation.bucket,
    /** What copies files into a bucket inside of Cloudflare; undefined where they pass through here. */
    copyInto: (to: string) =>
      values.bucket && !values.local && !cipher ? openCopy(env, values.bucket, to) : undefined,
    /** The one that was named. */
    snapshot: values.snapshot,
    /** Whether the snapshots are only to be listed. */
    isList: values.list,
    /** Whether the site is to open after a restoration in spite of differences. */
    opensAnyway: values.open,
    /** Whether it is only tried whether the backup can be restored. */
    isDrill: values.drill,
    isLocal: values.local,
    /** Whether the bytes of every file are compared. */
    comparesAllBytes: values.full,
    /** The bucket with the records of deletions: that of the backup, or the one of `--deletions`. */
    deletions: backupBucket,
    /** For messages: which installation it is. */
    placeName,
    close,
  };
}
