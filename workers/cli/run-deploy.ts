import * as v from "valibot";
import { configureDirectBucket, setAbortRule, type Wrangler } from "./apply-bucket-rules";
import { directBucket } from "./bucket-rules";
import {
  createIfMissing,
  extractJson,
  makeMissingConfigs,
  provisionDatabase,
  provisionNamespace,
  writeConfigs,
} from "./cloudflare-resources";
import { hasSetting, planSettings, type SettingsPlan, type StoredNames } from "./deploy-settings";
import { deployWorkers, PRODUCTION, readStoredNames } from "./deploy-workers";
import { runStep } from "./explain-failure";
import type { Installation, ResourceIds } from "./installation";
import { type AskAddress, addressArgs, describeHealth } from "./site-address";

export interface DeployDeps {
  wrangler: Wrangler;
  installation: Installation;
  /** The name of the code that is deployed. */
  release: string;
  /** The settings of this shell, validated. */
  settings: Record<string, string>;
  /** `domain` or `route`, see {@link addressArgs}. */
  addressKind: string | undefined;
  log: (line: string) => void;
  ask: AskAddress;
  wait: (ms: number) => Promise<void>;
}

const NOTHING_CHANGED = "Nothing was changed.";
const SITE_UNCHANGED = "The site runs as before.";

const bookmarkSchema = v.object({ bookmark: v.string() });

async function provision({ wrangler, installation }: DeployDeps): Promise<void> {
  const { database, bucket, backupBucket, queues, namespaces } = installation;
  const createStep = <T>(what: string, run: () => Promise<T>) =>
    runStep({ task: `create ${what}`, state: SITE_UNCHANGED }, run);
  const ids: ResourceIds = {
    DB: await createStep("the database", () => provisionDatabase(wrangler, database)),
    CONFIG: await createStep("the store of the configuration", () =>
      provisionNamespace(wrangler, namespaces.CONFIG),
    ),
    TOKENS: await createStep("the store of the links", () =>
      provisionNamespace(wrangler, namespaces.TOKENS),
    ),
  };
  await createStep("the bucket for files", async () => {
    await createIfMissing(wrangler, `the bucket ${bucket}`, "r2", "bucket", "create", bucket);
    await setAbortRule(wrangler, bucket);
  });
  await createStep("the bucket for copies", async () => {
    const label = `the bucket ${backupBucket}`;
    await createIfMissing(wrangler, label, "r2", "bucket", "create", backupBucket);
    await setAbortRule(wrangler, backupBucket);
  });
  for (const queue of [queues.jobs, queues.deadJobs])
    await createStep("the queues", () =>
      createIfMissing(wrangler, `the queue ${queue}`, "queues", "create", queue),
    );
  writeConfigs(installation, ids);
}

/** Applies the migrations, after the point to go back to was printed. */
async function migrate({ wrangler, installation, log }: DeployDeps): Promise<void> {
  const { database, configs } = installation;
  const siteArgs = ["-c", configs.site, ...PRODUCTION];
  const bookmark = await runStep(
    { task: "read the point of the database to go back to", state: SITE_UNCHANGED },
    async () => {
      const output = await wrangler("d1", "time-travel", "info", "DB", "--json", ...siteArgs);
      return v.parse(bookmarkSchema, extractJson(output)).bookmark;
    },
  );
  log(
    `Before the migrations the database ${database} is at bookmark ${bookmark}. See npm run rollback.`,
  );
  log("Bringing the database up to date …");
  await runStep(
    {
      task: "apply the migrations",
      state: `${SITE_UNCHANGED} The migration that failed was undone, and those before it stay.`,
    },
    () => wrangler("d1", "migrations", "apply", "DB", "--remote", ...siteArgs),
  );
}

function planWithWarnings({ settings, log }: DeployDeps, stored: StoredNames): SettingsPlan {
  const plan = planSettings(settings, stored);
  const has = hasSetting(settings, stored);
  if (!has("STAFF_PASSCODE") && !has("ACCESS_AUD"))
    log(
      "Staff pages stay shut: set STAFF_PASSCODE, or ACCESS_TEAM_DOMAIN and ACCESS_AUD, to open them.",
    );
  if (plan.isSecretNew) log("Making a signing secret for this installation …");
  return plan;
}

/**
 * Creates what is missing, migrates, and deploys both workers. It can be run again at any time: what
 * exists stays as it is.
 * @throws DeployError that says what failed, what to do, and what holds; Error where another release
 * answers at the address.
 */
export async function runDeploy(deps: DeployDeps): Promise<void> {
  const { wrangler, installation, release, settings, addressKind, log, ask, wait } = deps;
  const siteArgs = addressArgs(settings.PUBLIC_URL, addressKind);
  makeMissingConfigs(installation);
  await runStep({ task: "sign in to Cloudflare", state: NOTHING_CHANGED }, () =>
    wrangler("whoami"),
  );
  const stored = await runStep(
    { task: "read which settings are stored", state: NOTHING_CHANGED },
    () => readStoredNames(wrangler, installation.configs),
  );
  const plan = planWithWarnings(deps, stored);
  await provision(deps);
  const direct = directBucket(settings);
  if (direct)
    await runStep({ task: "set the rules of the bucket", state: SITE_UNCHANGED }, () =>
      configureDirectBucket(wrangler, direct),
    );
  await migrate(deps);
  await runStep(
    {
      task: "deploy both workers",
      state: "A worker that was not deployed runs as before, and both fit together.",
    },
    () => deployWorkers(wrangler, installation.configs, plan, { release, log, siteArgs }),
  );
  log(
    settings.PUBLIC_URL
      ? await describeHealth({ publicUrl: settings.PUBLIC_URL, release, ask, wait })
      : "Deployed. PUBLIC_URL was not given, so its /api/health was not asked.",
  );
}
