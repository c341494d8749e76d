import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Stores } from "../../backup/copy-progress";
import type { Wrangler } from "../apply-bucket-rules";
import {
  createIfMissing,
  provisionDatabase,
  provisionNamespace,
  writeConfigs,
} from "../cloudflare-resources";
import { WORKER_NAMES } from "../deploy-settings";
import { PRODUCTION } from "../deploy-workers";
import { planInstallation } from "../installation";
import { migrate } from "../migrate-local";
import { openStores } from "./open-stores";

/** An empty installation that lives as long as a drill, without workers and queues. */
export interface Throwaway {
  stores: Stores;
  destroy: () => Promise<void>;
}

export async function openLocalThrowaway(): Promise<Throwaway> {
  const stateDir = mkdtempSync(join(tmpdir(), "drill-"));
  await migrate({ stateDir });
  const { stores, close } = await openStores({ stateDir });
  return {
    stores,
    async destroy() {
      await close();
      rmSync(stateDir, { recursive: true });
    },
  };
}

/** A bucket is deleted only when it is empty. */
async function emptyBucket(bucket: R2Bucket): Promise<void> {
  for (;;) {
    const { objects } = await bucket.list();
    if (objects.length === 0) return;
    await bucket.delete(objects.map(({ key }) => key));
  }
}

/**
 * Creates database, namespaces and bucket on the account.
 * @param prefix that no installation has. What exists under it is used, and destroyed. After a failure what was
 * created stays, and is to be deleted by its name.
 */
export async function openThrowaway(
  wrangler: Wrangler,
  prefix: string,
  open: typeof openStores = openStores,
): Promise<Throwaway> {
  const installation = planInstallation(prefix);
  const { database, bucket, namespaces, configs } = installation;
  const ids = {
    DB: await provisionDatabase(wrangler, database),
    CONFIG: await provisionNamespace(wrangler, namespaces.CONFIG),
    TOKENS: await provisionNamespace(wrangler, namespaces.TOKENS),
  };
  await createIfMissing(wrangler, `the bucket ${bucket}`, "r2", "bucket", "create", bucket);
  writeConfigs(installation, ids);
  const siteArgs = ["-c", configs.site, ...PRODUCTION];
  await wrangler("d1", "migrations", "apply", "DB", "--remote", ...siteArgs);
  const { stores, close } = await open({ config: configs.site });
  return {
    stores,
    async destroy() {
      await emptyBucket(stores.FILES);
      await close();
      await wrangler("r2", "bucket", "delete", bucket);
      for (const id of [ids.CONFIG, ids.TOKENS])
        await wrangler("kv", "namespace", "delete", "--namespace-id", id, "--skip-confirmation");
      await wrangler("d1", "delete", database, "--skip-confirmation");
      for (const worker of WORKER_NAMES) rmSync(configs[worker], { force: true });
    },
  };
}
