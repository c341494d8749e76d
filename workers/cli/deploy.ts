import { setTimeout as wait } from "node:timers/promises";
import { settingNames } from "../../app/platform/settings";
import { ABORT_DAYS, directBucket } from "./bucket-rules";
import { wrangler } from "./cloudflare-resources";
import { WORKER_NAMES } from "./deploy-settings";
import { PRODUCTION } from "./deploy-workers";
import { parseGivenSettings } from "./given-settings";
import { type Installation, planInstallation } from "./installation";
import { readRelease } from "./read-release";
import { runDeploy } from "./run-deploy";
import { buildSite } from "./serve";
import { exitForError, exitForSettings, warnOfUnknownSettings } from "./settings-from-shell";

/** The settings of this shell, validated; others stay as they are on Cloudflare. */
function givenSettings(): Record<string, string> {
  const env = Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = process.env[name];
      return value && name !== "ENVIRONMENT" ? [[name, value]] : [];
    }),
  );
  // Placeholders for settings that may be stored already, so that only given ones are validated.
  const storedSecrets = { SIGNING_SECRET: "x".repeat(32), PUBLIC_URL: "https://stored.example" };
  try {
    parseGivenSettings({ ...storedSecrets, ...env, ENVIRONMENT: "production" });
    return env;
  } catch (error) {
    exitForSettings(error, process.env);
  }
}

async function dryRun(env: Record<string, string>): Promise<void> {
  const { configs } = planInstallation();
  for (const worker of WORKER_NAMES) {
    console.log(`Bundling the ${worker} …`);
    const output = await wrangler("deploy", "-c", configs[worker], ...PRODUCTION, "--dry-run");
    console.log(/Total Upload:.*/.exec(output)?.[0] ?? output);
  }
  console.log(`Ready: the rule that keeps unfinished uploads for ${ABORT_DAYS} days.`);
  const direct = directBucket(env);
  if (direct) console.log(`Ready: CORS rules of ${direct.bucket} for ${direct.origin}.`);
}

/** In milliseconds. */
const HEALTH_TIMEOUT_MS = 15_000;

async function ask(url: string) {
  const response = await fetch(url, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
  return { status: response.status, text: await response.text() };
}

try {
  const settings = givenSettings();
  warnOfUnknownSettings(process.env);
  const { NAME_PREFIX, SITE_ADDRESS: addressKind } = process.env;
  const installation: Installation = planInstallation(NAME_PREFIX || undefined);
  console.log("Building the site …");
  await buildSite();
  if (process.argv.includes("--dry-run")) {
    await dryRun(settings);
    console.log("Bundles and configuration are sound. Nothing was deployed.");
  } else {
    const release = readRelease(process.env.npm_package_version ?? "0");
    const log = (line: string) => console.log(line);
    await runDeploy({ wrangler, installation, release, settings, addressKind, log, ask, wait });
  }
} catch (error) {
  exitForError(error);
}
