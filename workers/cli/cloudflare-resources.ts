import { readFileSync, writeFileSync } from "node:fs";
import * as v from "valibot";
import { setAbortRule } from "./apply-bucket-rules";
import { runTool } from "./processes";

const CONFIGS = ["wrangler.toml", "workers/jobs/wrangler.toml"];
const DATABASE = "artist-portal";
const BUCKET = "artist-portal-files";
const QUEUES = ["jobs", "jobs-dead"];
/** Namespaces by their binding; the title is what the account's list shows. */
const NAMESPACES = { CONFIG: "artist-portal-config", TOKENS: "artist-portal-tokens" };

/** The environment variables that wrangler needs to reach the account. */
export function accountEnv(): Record<string, string> {
  const names = ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_API_BASE_URL"];
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

async function databaseId(): Promise<string> {
  const find = async () =>
    v
      .parse(databases, extractJson(await wrangler("d1", "list", "--json")))
      .find((database) => database.name === DATABASE)?.uuid;
  const existing = await find();
  if (existing) return existing;
  console.log(`Creating the D1 database ${DATABASE} …`);
  await wrangler("d1", "create", DATABASE);
  const resource = await find();
  if (!resource) throw new Error(`The D1 database ${DATABASE} was created but is not listed.`);
  return resource;
}

async function namespaceId(title: string): Promise<string> {
  const find = async () =>
    v
      .parse(namespaces, extractJson(await wrangler("kv", "namespace", "list")))
      .find((namespace) => namespace.title === title)?.id;
  const existing = await find();
  if (existing) return existing;
  console.log(`Creating the KV namespace ${title} …`);
  await wrangler("kv", "namespace", "create", title);
  const resource = await find();
  if (!resource) throw new Error(`The KV namespace ${title} was created but is not listed.`);
  return resource;
}

/** Creates a resource whose name is its id, unless it exists. */
async function createIfMissing(label: string, ...args: string[]): Promise<void> {
  try {
    await wrangler(...args);
    console.log(`Created ${label}.`);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (!/already exists|already taken|already own|duplicate/i.test(text)) throw error;
  }
}

/** Writes an id into the production part of a configuration file. */
export function withProductionIds(toml: string, ids: Record<string, string>): string {
  const start = toml.indexOf("\n[env.production]\n");
  let production = toml.slice(start);
  for (const [binding, id] of Object.entries(ids)) {
    const table = new RegExp(
      `(binding = "${binding}"\\n(?:[a-z_]+ = .*\\n)*?(?:database_id|id) = )".*"`,
    );
    production = production.replace(table, `$1"${id}"`);
  }
  return toml.slice(0, start) + production;
}

/**
 * Creates missing resources on the account and writes their ids into both configuration files. The
 * ids are no secrets and belong in the repository.
 */
export async function provision(): Promise<void> {
  const ids = {
    DB: await databaseId(),
    CONFIG: await namespaceId(NAMESPACES.CONFIG),
    TOKENS: await namespaceId(NAMESPACES.TOKENS),
  };
  await createIfMissing(`the bucket ${BUCKET}`, "r2", "bucket", "create", BUCKET);
  await setAbortRule(wrangler, BUCKET);
  for (const queue of QUEUES)
    await createIfMissing(`the queue ${queue}`, "queues", "create", queue);
  for (const config of CONFIGS)
    writeFileSync(config, withProductionIds(readFileSync(config, "utf8"), ids));
}
