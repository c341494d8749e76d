import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import type { Wrangler } from "./apply-bucket-rules";
import { extractJson } from "./cloudflare-resources";
import type { SettingsPlan, StoredNames, WorkerName } from "./deploy-settings";
import { errorMessage } from "./explain-failure";
import type { WorkerConfigs } from "./installation";

export const PRODUCTION = ["--env", "production"];

/** The variable of both workers that names their code. */
export const RELEASE_NAME = "RELEASE";

const secretList = v.array(v.object({ name: v.string() }));

/** Wrangler's message, or Cloudflare's code, for a worker that does not exist. */
const WORKER_NOT_FOUND = /Worker "[^"\n]+"(?: \(env: [^)\n]+\))? not found\.|\[code: 10007\]/;

async function fetchStoredNames(wrangler: Wrangler, worker: WorkerName, config: string) {
  try {
    const output = await wrangler("secret", "list", "-c", config, ...PRODUCTION);
    return new Set(v.parse(secretList, extractJson(output)).map(({ name }) => name));
  } catch (error) {
    const text = errorMessage(error);
    if (WORKER_NOT_FOUND.test(text)) return undefined;
    throw new Error(
      `Cloudflare did not tell which settings the ${worker} has stored, so nothing was deployed.\n${text}`,
    );
  }
}

/**
 * Reads the names of the settings that are stored on Cloudflare.
 * @throws Error where the answer is not certain.
 */
export async function readStoredNames(
  wrangler: Wrangler,
  configs: WorkerConfigs,
): Promise<StoredNames> {
  const read = (worker: WorkerName) => fetchStoredNames(wrangler, worker, configs[worker]);
  const [jobs, site] = await Promise.all([read("jobs worker"), read("site")]);
  return { "jobs worker": jobs, site };
}

/** Writes settings to a temporary file for wrangler that only we can read. */
async function withSecretsFile<T>(
  settings: Record<string, string>,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "deploy-"));
  try {
    const file = join(folder, "secrets.json");
    writeFileSync(file, JSON.stringify(settings), { mode: 0o600 });
    return await use(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const parseVersion = (output: string) => /Current Version ID: (\S+)/.exec(output)?.[1];

/**
 * Stores the signing settings in both workers, first in the site, which verifies them. Where the jobs
 * worker fails, the site is rolled back to its former version and settings.
 */
async function storeSigningSettings(
  wrangler: Wrangler,
  configs: WorkerConfigs,
  file: string,
  siteVersion: string | undefined,
): Promise<void> {
  const store = (worker: WorkerName) =>
    wrangler("secret", "bulk", file, "-c", configs[worker], ...PRODUCTION);
  await store("site");
  try {
    await store("jobs worker");
  } catch (error) {
    const reason = errorMessage(error);
    const message = "The signing secret could not be changed in both workers";
    try {
      if (siteVersion === undefined) throw new Error("The site's version is not known.");
      const args = ["-c", configs.site, ...PRODUCTION, "--message", message, "--yes"];
      await wrangler("rollback", siteVersion, ...args);
    } catch (rollbackError) {
      throw new Error(
        `The signing secret is new in the site and old in the jobs worker, so links in new mails do not open. Run the same command again with the same settings.\n${reason}\n${errorMessage(rollbackError)}`,
      );
    }
    throw new Error(
      `The signing secret was not changed: both workers have the old one.\n${reason}`,
    );
  }
}

interface DeployOptions {
  /** The name of the code, which each version keeps when its settings change. */
  release: string;
  /** Gets a line for each step. */
  log: (line: string) => void;
  /** Name the address that leads to the site, for wrangler. */
  siteArgs?: readonly string[];
}

/** Uploads both workers with their settings. */
export async function deployWorkers(
  wrangler: Wrangler,
  configs: WorkerConfigs,
  { withCode, afterCode }: SettingsPlan,
  { release, log, siteArgs = [] }: DeployOptions,
): Promise<void> {
  const releaseArgs = ["--tag", release, "--var", `${RELEASE_NAME}:${release}`];
  const siteVersion = await withSecretsFile(withCode, async (file) => {
    const upload = async (worker: WorkerName) => {
      log(`Deploying the ${worker} …`);
      const args = ["deploy", "-c", configs[worker], ...PRODUCTION, "--secrets-file", file];
      const output = await wrangler(
        ...args,
        ...releaseArgs,
        ...(worker === "site" ? siteArgs : []),
      );
      return parseVersion(output);
    };
    await upload("jobs worker");
    return upload("site");
  });
  if (Object.keys(afterCode).length === 0) return;
  log("Storing what both workers sign with …");
  await withSecretsFile(afterCode, (file) =>
    storeSigningSettings(wrangler, configs, file, siteVersion),
  );
}
