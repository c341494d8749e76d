import { settingNames } from "../../app/platform/settings";
import { configureDirectBucket } from "./apply-bucket-rules";
import { ABORT_DAYS, directBucket } from "./bucket-rules";
import { provision, wrangler } from "./cloudflare-resources";
import { hasSetting, planSettings, type SettingsPlan, WORKER_NAMES } from "./deploy-settings";
import { deployWorkers, PRODUCTION, readStoredNames, WORKER_CONFIGS } from "./deploy-workers";
import { parseGivenSettings } from "./given-settings";
import { buildSite } from "./serve";
import { exitForSettings, exitWithMessage, warnOfUnknownSettings } from "./settings-from-shell";

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

/** Plans the settings of this deployment; stops where a required one is missing. */
async function completeSettings(env: Record<string, string>): Promise<SettingsPlan> {
  const stored = await readStoredNames(wrangler, WORKER_CONFIGS);
  const plan = planSettings(env, stored);
  const has = hasSetting(env, stored);
  if (!has("STAFF_PASSCODE") && !has("ACCESS_AUD"))
    console.log(
      "Staff pages stay shut: set STAFF_PASSCODE, or ACCESS_TEAM_DOMAIN and ACCESS_AUD, to open them.",
    );
  if (plan.isSecretNew) console.log("Making a signing secret for this installation …");
  return plan;
}

async function dryRun(env: Record<string, string>): Promise<void> {
  for (const worker of WORKER_NAMES) {
    console.log(`Bundling the ${worker} …`);
    const args = ["-c", WORKER_CONFIGS[worker], ...PRODUCTION];
    const output = await wrangler("deploy", ...args, "--dry-run");
    console.log(/Total Upload:.*/.exec(output)?.[0] ?? output);
  }
  console.log(`Ready: the rule that keeps unfinished uploads for ${ABORT_DAYS} days.`);
  const direct = directBucket(env);
  if (direct) console.log(`Ready: CORS rules of ${direct.bucket} for ${direct.origin}.`);
}

try {
  const env = givenSettings();
  warnOfUnknownSettings(process.env);
  console.log("Building the site …");
  await buildSite();
  if (process.argv.includes("--dry-run")) {
    await dryRun(env);
    console.log("Bundles and configuration are sound. Nothing was deployed.");
  } else {
    await wrangler("whoami");
    const settings = await completeSettings(env);
    await provision();
    const direct = directBucket(env);
    if (direct) await configureDirectBucket(wrangler, direct);
    console.log("Bringing the database up to date …");
    await wrangler("d1", "migrations", "apply", "DB", "--remote", ...PRODUCTION);
    await deployWorkers(wrangler, WORKER_CONFIGS, settings, console.log);
  }
} catch (error) {
  exitWithMessage(error instanceof Error ? error.message : String(error));
}
