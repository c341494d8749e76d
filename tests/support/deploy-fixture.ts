import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Wrangler } from "../../workers/cli/apply-bucket-rules";
import { planSettings } from "../../workers/cli/deploy-settings";
import { deployWorkers, readStoredNames } from "../../workers/cli/deploy-workers";
import type { WorkerConfigs } from "../../workers/cli/installation";
import { runTool } from "../../workers/cli/processes";
import { type CloudflareApi, startCloudflareApi } from "./cloudflare-api";

// Queues and buckets are left out, as they do not affect stored settings. Wrangler gives the same
// warnings as for the real configuration.
const worker = (name: string) => `name = "${name}"
main = "worker.js"
compatibility_date = "2026-04-01"
workers_dev = false
services = [{ binding = "SANDBOX", service = "sandbox" }]
[env.production]
name = "${name}"
`;

/** An empty account to which the real wrangler deploys two workers. */
interface DeployFixture {
  api: CloudflareApi;
  wrangler: Wrangler;
  configs: WorkerConfigs;
  /** Lets the site have a database, so that wrangler finds it. */
  bindDatabase: (id: string) => void;
  /** @param release whose name the code has. */
  deploy: (settings: Record<string, string>, release?: string) => Promise<void>;
  /** The stored settings of the jobs worker and the site. */
  stored: () => (Record<string, string> | undefined)[];
  close: () => Promise<void>;
}

/** The real wrangler, which calls the stand-in of Cloudflare's API. */
export const wranglerFor =
  ({ url }: Pick<CloudflareApi, "url">) =>
  (...args: string[]) =>
    runTool("wrangler", args, {
      CLOUDFLARE_API_BASE_URL: url,
      CLOUDFLARE_API_TOKEN: "token-of-a-test",
      CLOUDFLARE_ACCOUNT_ID: "0".repeat(32),
      WRANGLER_SEND_METRICS: "false",
    });

export async function createDeployFixture(): Promise<DeployFixture> {
  const api = await startCloudflareApi();
  const folder = mkdtempSync(join(tmpdir(), "deploy-fixture-"));
  const configs = { "jobs worker": join(folder, "jobs.toml"), site: join(folder, "site.toml") };
  writeFileSync(configs["jobs worker"], worker("jobs"));
  writeFileSync(configs.site, worker("site"));
  const wrangler = wranglerFor(api);
  return {
    api,
    wrangler,
    configs,
    bindDatabase: (id) =>
      appendFileSync(
        configs.site,
        `[[env.production.d1_databases]]\nbinding = "DB"\ndatabase_name = "database"\ndatabase_id = "${id}"\n`,
      ),
    deploy: async (settings, release = "first") => {
      const code = `export default { fetch: () => new Response("${release}") };`;
      writeFileSync(join(folder, "worker.js"), code);
      const plan = planSettings(settings, await readStoredNames(wrangler, configs));
      await deployWorkers(wrangler, configs, plan, { release, log: () => undefined });
    },
    stored: () => [api.findSecrets("jobs"), api.findSecrets("site")],
    close: async () => {
      await api.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A refusal of Cloudflare's API with its error code. */
export const refusedBy = (status: number, code: number, message: string) => ({
  status,
  body: JSON.stringify({ success: false, errors: [{ code, message }], messages: [], result: null }),
});
