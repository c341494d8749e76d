import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CloudflareApi, startCloudflareApi } from "../../tests/support/cloudflare-api";
import { planSettings } from "./deploy-settings";
import { deployWorkers, readStoredNames } from "./deploy-workers";
import { runTool } from "./processes";

let api: CloudflareApi;
let folder: string;
let configs: { "jobs worker": string; site: string };

// The queue, the buckets and the code of the real workers say nothing about what is stored.
const worker = (name: string) => `name = "${name}"
main = "worker.js"
compatibility_date = "2026-04-01"
workers_dev = false
services = [{ binding = "SANDBOX", service = "sandbox" }]
[env.production]
name = "${name}"
`;

beforeAll(async () => {
  api = await startCloudflareApi();
  folder = mkdtempSync(join(tmpdir(), "deploy-twice-"));
  configs = { "jobs worker": join(folder, "jobs.toml"), site: join(folder, "site.toml") };
  writeFileSync(join(folder, "worker.js"), "export default { fetch: () => new Response('') };");
  writeFileSync(configs["jobs worker"], worker("jobs"));
  writeFileSync(configs.site, worker("site"));
});
afterAll(async () => {
  await api?.close();
  rmSync(folder, { recursive: true });
});

/** The real wrangler, on the stand-in. */
const wrangler = (...args: string[]) =>
  runTool("wrangler", args, {
    ...{ CLOUDFLARE_API_BASE_URL: api.url, CLOUDFLARE_API_TOKEN: "token-of-a-test" },
    ...{ CLOUDFLARE_ACCOUNT_ID: "0".repeat(32), WRANGLER_SEND_METRICS: "false" },
  });

async function deploy(given: Record<string, string>): Promise<void> {
  const plan = planSettings(given, await readStoredNames(wrangler, configs));
  await deployWorkers(wrangler, configs, plan, () => undefined);
}
const stored = () => [api.secretsOf("jobs"), api.secretsOf("site")];

test("a second deployment leaves the signing secret of the first; one that fails half way leaves both workers with it", async () => {
  await deploy({ PUBLIC_URL: "https://submit.example.com", BRAND_NAME: "First" });
  const [jobs, site] = stored();
  expect(jobs?.SIGNING_SECRET).toMatch(/^[0-9a-f]{64}$/);
  expect(site).toEqual(jobs);
  await deploy({ BRAND_NAME: "Second" });
  const after = { ...jobs, BRAND_NAME: "Second" };
  expect(stored()).toEqual([after, after]);
  const body = JSON.stringify({ success: false, errors: [{ code: 10021, message: "No good." }] });
  api.failWith((call) =>
    call === "POST /workers/scripts/site/versions" ? { status: 400, body } : undefined,
  );
  await expect(deploy({ SIGNING_SECRET: "b".repeat(32) })).rejects.toThrow(/No good\./);
  expect(stored()).toEqual([after, after]);
});
