import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getPlatformProxy, unstable_readConfig } from "wrangler";

/** Everything that an installation stores. */
export interface Stores {
  DB: D1Database;
  CONFIG: KVNamespace;
  TOKENS: KVNamespace;
  FILES: R2Bucket;
}

export interface OpenStores {
  stores: Stores;
  close: () => Promise<void>;
}

/** A local run by the folder of its state, or a deployed installation by its configuration. */
export type Place = { stateDir: string } | { config: string };

const OWN_CONFIG = "wrangler.toml";

/** The stores of a configuration alone, without code, queues and other workers. */
function storesConfig(place: Place) {
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
    r2_buckets: withPlace(r2_buckets),
  };
}

/** Opens the stores of a place by wrangler's own bindings, which are the same near and far. */
export async function openStores(place: Place): Promise<OpenStores> {
  const folder = mkdtempSync(join(tmpdir(), "stores-"));
  const configPath = join(folder, "wrangler.json");
  writeFileSync(configPath, JSON.stringify(storesConfig(place)));
  const { env, dispose } = await getPlatformProxy<Stores>({
    configPath,
    envFiles: [],
    persist: "stateDir" in place ? { path: join(place.stateDir, "v3") } : false,
    remoteBindings: "config" in place,
  });
  return {
    stores: env,
    async close() {
      await dispose();
      rmSync(folder, { recursive: true });
    },
  };
}
