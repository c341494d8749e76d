import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getPlatformProxy, unstable_readConfig } from "wrangler";
import type { Stores } from "../../backup/copy-progress";

export interface OpenStores {
  stores: Stores;
  backupBucket: R2Bucket | undefined;
  close: () => Promise<void>;
}

/** A local run by the folder of its state, or a deployed installation by its configuration. */
export type Place = { stateDir: string } | { config: string };

const OWN_CONFIG = "wrangler.toml";

/** The stores of a configuration alone, without code, queues and other workers. */
function storesConfig(place: Place, backupBucket: string | undefined) {
  const isRemote = "config" in place;
  const { d1_databases, kv_namespaces, r2_buckets, compatibility_date } = unstable_readConfig(
    isRemote ? { config: place.config, env: "production" } : { config: OWN_CONFIG },
  );
  const withPlace = <T extends object>(bindings: T[]) =>
    bindings.map((binding) => (isRemote ? { ...binding, remote: true } : binding));
  return {
    name: "backup",
    compatibility_date,
    d1_databases: withPlace(d1_databases),
    kv_namespaces: withPlace(kv_namespaces),
    r2_buckets: withPlace([
      ...r2_buckets,
      ...(backupBucket === undefined ? [] : [{ binding: "BACKUP", bucket_name: backupBucket }]),
    ]),
  };
}

/**
 * Opens the stores of a place by wrangler's own bindings, which are the same near and far.
 * @param bucketName of the bucket where the backup lies, on the same account.
 */
export async function openStores(place: Place, bucketName?: string): Promise<OpenStores> {
  const folder = mkdtempSync(join(tmpdir(), "stores-"));
  const configPath = join(folder, "wrangler.json");
  writeFileSync(configPath, JSON.stringify(storesConfig(place, bucketName)));
  const { env, dispose } = await getPlatformProxy<Stores & { BACKUP?: R2Bucket }>({
    configPath,
    envFiles: [],
    persist: "stateDir" in place ? { path: join(place.stateDir, "v3") } : false,
    remoteBindings: "config" in place,
  });
  return {
    stores: env,
    backupBucket: env.BACKUP,
    async close() {
      await dispose();
      rmSync(folder, { recursive: true });
    },
  };
}
