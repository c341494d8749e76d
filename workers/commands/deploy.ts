import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { settingNames } from "../../app/platform/settings";
import { configureDirectBucket } from "./apply-bucket-rules";
import { ABORT_DAYS, directBucket } from "./bucket-rules";
import { provision, wrangler } from "./cloudflare-resources";
import { parseGivenSettings } from "./given-settings";
import { buildSite } from "./serve";
import { exitWithMessage } from "./settings-from-shell";

const PRODUCTION = ["--env", "production"];
const WORKERS = [
  { name: "jobs worker", config: "workers/jobs/wrangler.toml" },
  { name: "site", config: "wrangler.toml" },
];

/** The settings given in this shell, checked; what is not given stays as it is on Cloudflare. */
function givenSettings(): Record<string, string> {
  const env = Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = process.env[name];
      return value && name !== "ENVIRONMENT" ? [[name, value]] : [];
    }),
  );
  // Placeholders stand in for what may be stored already, so that only what is given is judged.
  const storedSecrets = { SIGNING_SECRET: "x".repeat(32), PUBLIC_URL: "https://stored.example" };
  try {
    parseGivenSettings({ ...storedSecrets, ...env, ENVIRONMENT: "production" });
    return env;
  } catch (error) {
    exitWithMessage(error instanceof Error ? error.message : String(error));
  }
}

async function storedNames(config: string): Promise<Set<string>> {
  try {
    const list = await wrangler("secret", "list", "-c", config, ...PRODUCTION);
    const json: unknown = JSON.parse(list.slice(list.indexOf("[")));
    return new Set(v.parse(v.array(v.object({ name: v.string() })), json).map(({ name }) => name));
  } catch {
    // The worker does not exist yet.
    return new Set();
  }
}

/** Adds a signing secret for a first deployment, and stops while a needed setting is nowhere. */
async function completeSettings(env: Record<string, string>): Promise<Record<string, string>> {
  const secretNames = await Promise.all(WORKERS.map(({ config }) => storedNames(config)));
  const has = (name: string) => name in env || secretNames.every((names) => names.has(name));
  if (!has("PUBLIC_URL"))
    exitWithMessage(
      "PUBLIC_URL is missing: links on the board and in mails need the public address.",
    );
  if ("R2_S3_BUCKET" in env && !("PUBLIC_URL" in env))
    exitWithMessage(
      "PUBLIC_URL is missing: the bucket R2_S3_BUCKET lets in the pages of this address.",
    );
  if (!has("STAFF_PASSCODE") && !has("ACCESS_AUD"))
    console.log(
      "Staff pages stay shut: set STAFF_PASSCODE, or ACCESS_TEAM_DOMAIN and ACCESS_AUD, to open them.",
    );
  if (has("SIGNING_SECRET")) return env;
  console.log("Making a signing secret for this installation …");
  return { ...env, SIGNING_SECRET: randomBytes(32).toString("hex") };
}

async function prove(env: Record<string, string>): Promise<void> {
  for (const { name, config } of WORKERS) {
    console.log(`Bundling the ${name} …`);
    const output = await wrangler("deploy", "-c", config, ...PRODUCTION, "--dry-run");
    console.log(/Total Upload:.*/.exec(output)?.[0] ?? output);
  }
  console.log(`Ready: the rule that keeps unfinished uploads for ${ABORT_DAYS} days.`);
  const direct = directBucket(env);
  if (direct) console.log(`Ready: CORS rules of ${direct.bucket} for ${direct.origin}.`);
}

async function deploy(settings: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "deploy-"));
  try {
    const file = join(folder, "secrets.json");
    writeFileSync(file, JSON.stringify(settings), { mode: 0o600 });
    for (const { name, config } of WORKERS) {
      console.log(`Deploying the ${name} …`);
      const args = ["deploy", "-c", config, ...PRODUCTION, "--secrets-file", file];
      console.log(/https:\/\/\S+/.exec(await wrangler(...args))?.[0] ?? "done");
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

try {
  const env = givenSettings();
  console.log("Building the site …");
  await buildSite();
  if (process.argv.includes("--dry-run")) {
    await prove(env);
    console.log("Bundles and configuration are sound. Nothing was deployed.");
  } else {
    await wrangler("whoami");
    const settings = await completeSettings(env);
    await provision();
    const direct = directBucket(env);
    if (direct) await configureDirectBucket(wrangler, direct);
    console.log("Bringing the database up to date …");
    await wrangler("d1", "migrations", "apply", "DB", "--remote", ...PRODUCTION);
    await deploy(settings);
  }
} catch (error) {
  exitWithMessage(error instanceof Error ? error.message : String(error));
}
