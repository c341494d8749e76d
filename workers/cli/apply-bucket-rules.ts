import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ABORT_DAYS,
  ABORT_RULE,
  corsConfiguration,
  type DirectBucket,
  lifecycleChanges,
} from "./bucket-rules";

/** Runs wrangler with these arguments; returns its output. */
export type Wrangler = (...args: string[]) => Promise<string>;

/** Makes a bucket abort unfinished uploads after {@link ABORT_DAYS} days. Idempotent. */
export async function setAbortRule(wrangler: Wrangler, bucket: string): Promise<void> {
  const lifecycle = (verb: string, ...args: string[]) =>
    wrangler("r2", "bucket", "lifecycle", verb, bucket, ...args);
  const { remove, add, tooShort } = lifecycleChanges(await lifecycle("list"));
  for (const name of remove) {
    console.log(`Removing the rule "${name}" of the bucket ${bucket} …`);
    await lifecycle("remove", "--name", name);
  }
  if (add) {
    console.log(`Letting unfinished uploads in the bucket ${bucket} live ${ABORT_DAYS} days …`);
    await lifecycle("add", ABORT_RULE, "--abort-multipart-days", String(ABORT_DAYS), "--force");
  }
  for (const name of tooShort)
    console.log(
      `The rule "${name}" of the bucket ${bucket} aborts uploads after less than ${ABORT_DAYS} days: change it.`,
    );
}

/** Sets the CORS rules for direct uploads from the site's pages, and the rule for unfinished uploads. */
export async function configureDirectBucket(wrangler: Wrangler, direct: DirectBucket) {
  const { bucket, origin, onR2 } = direct;
  if (!onR2) {
    console.log(
      `The bucket ${bucket} is not on R2. Set these CORS rules there: ${JSON.stringify(corsConfiguration(origin))}`,
    );
    return;
  }
  console.log(`Letting the pages of ${origin} send to the bucket ${bucket} …`);
  const folder = mkdtempSync(join(tmpdir(), "cors-"));
  try {
    const file = join(folder, "cors.json");
    writeFileSync(file, JSON.stringify(corsConfiguration(origin)));
    await wrangler("r2", "bucket", "cors", "set", bucket, "--file", file, "--force");
  } finally {
    rmSync(folder, { recursive: true });
  }
  await setAbortRule(wrangler, bucket);
}
