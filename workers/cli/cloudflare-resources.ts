import { existsSync, readFileSync, writeFileSync } from "node:fs";
import * as v from "valibot";
import type { Wrangler } from "./apply-bucket-rules";
import { WORKER_NAMES } from "./deploy-settings";
import { errorMessage } from "./explain-failure";
import {
  configureInstallation,
  type Installation,
  planInstallation,
  type ResourceIds,
} from "./installation";
import { runTool } from "./processes";

const OWN_CONFIGS = planInstallation().configs;

/** The environment variables that wrangler needs to reach the account. */
export function accountEnv(): Record<string, string> {
  const names = ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID"];
  const entries = names.flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, value]] : [];
  });
  return { ...Object.fromEntries(entries), WRANGLER_SEND_METRICS: "false" };
}

/** Runs wrangler with the account's credentials from the environment. */
export function wrangler(...args: string[]): Promise<string> {
  return runTool("wrangler", args, accountEnv());
}

const databases = v.array(v.object({ uuid: v.string(), name: v.string() }));
const namespaces = v.array(v.object({ id: v.string(), title: v.string() }));

/**
 * Parses the JSON in wrangler's standard output, which may have a banner or a warning before it.
 * @throws Error where there is none.
 */
export function extractJson(output: string): unknown {
  for (const { index } of output.matchAll(/^[[{]/gm))
    try {
      return JSON.parse(output.slice(index));
    } catch {
      // Text that begins like JSON.
    }
  throw new Error(`wrangler gave an answer that cannot be read:\n${output}`);
}

/** Creates the resource of a name, unless the account's list has it. @returns its id. */
async function findOrCreate(
  label: string,
  find: () => Promise<string | undefined>,
  create: () => Promise<unknown>,
): Promise<string> {
  const existing = await find();
  if (existing) return existing;
  console.log(`Creating ${label} …`);
  await create();
  const created = await find();
  if (!created) throw new Error(`${label} was created, but the account's list does not have it.`);
  return created;
}

export function provisionDatabase(wrangler: Wrangler, name: string): Promise<string> {
  const find = async () => {
    const list = v.parse(databases, extractJson(await wrangler("d1", "list", "--json")));
    return list.find((database) => database.name === name)?.uuid;
  };
  return findOrCreate(`the D1 database ${name}`, find, () => wrangler("d1", "create", name));
}

export function provisionNamespace(wrangler: Wrangler, title: string): Promise<string> {
  const find = async () => {
    const list = v.parse(namespaces, extractJson(await wrangler("kv", "namespace", "list")));
    return list.find((namespace) => namespace.title === title)?.id;
  };
  return findOrCreate(`the KV namespace ${title}`, find, () =>
    wrangler("kv", "namespace", "create", title),
  );
}

/** Creates a resource whose name is its id, unless it exists. */
export async function createIfMissing(wrangler: Wrangler, label: string, ...args: string[]) {
  try {
    await wrangler(...args);
    console.log(`Created ${label}.`);
  } catch (error) {
    const text = errorMessage(error);
    if (!/already exists|already taken|already own|duplicate/i.test(text)) throw error;
  }
}

/**
 * Writes names and ids into both configuration files of an installation. They are no secrets and belong
 * in the repository. The files of another prefix are made anew of the repository's own each time.
 */
export function writeConfigs(installation: Installation, ids: ResourceIds): void {
  for (const worker of WORKER_NAMES) {
    const toml = readFileSync(OWN_CONFIGS[worker], "utf8");
    writeFileSync(installation.configs[worker], configureInstallation(toml, installation, ids));
  }
}

/** Wrangler reads the configuration before the resources exist; the repository's own has this, too. */
const NO_ID = "set-by-npm-run-deploy";

/** Makes the configuration files of an installation that has none yet. */
export function makeMissingConfigs(installation: Installation): void {
  const isThere = WORKER_NAMES.every((worker) => existsSync(installation.configs[worker]));
  if (!isThere) writeConfigs(installation, { DB: NO_ID, CONFIG: NO_ID, TOKENS: NO_ID });
}
