import { createHash } from "node:crypto";
import { deadLetterQueueOf } from "~/jobs/queue-names";
import type { WorkerName } from "./deploy-settings";

export type WorkerConfigs = Readonly<Record<WorkerName, string>>;

/** The names of an installation's resources on the account, and its configuration files. */
export type Installation = ReturnType<typeof planInstallation>;

/** The prefix of the installation that the repository's own configuration files describe. */
export const DEFAULT_PREFIX = "artist-portal";

/** More than the rate limits of a site. */
const RATE_LIMIT_SPAN = 100;
const FIRST_RATE_LIMITS = 10 * RATE_LIMIT_SPAN;

/**
 * An account counts each namespace once, whichever worker asks, so installations must not share one.
 * The name of a namespace is a number: made of the prefix, and above those of the first installation.
 */
function rateLimitBase(prefix: string): number {
  const digits = createHash("sha256").update(prefix).digest("hex").slice(0, 6);
  return FIRST_RATE_LIMITS + (Number.parseInt(digits, 16) + 1) * RATE_LIMIT_SPAN;
}

/** What Cloudflare allows in the names of workers, buckets and queues alike, with room for our endings. */
const PREFIX_PATTERN = /^[a-z][a-z0-9-]{1,38}[a-z0-9]$/;

/**
 * The names of an installation. Installations with different prefixes share nothing on the account, so
 * staging and production can live side by side.
 * @throws Error with one sentence where the prefix cannot be used.
 */
export function planInstallation(prefix: string = DEFAULT_PREFIX) {
  if (!PREFIX_PATTERN.test(prefix))
    throw new Error(
      `NAME_PREFIX must be 3 to 40 small letters, digits and hyphens, such as label-staging, not "${prefix}".`,
    );
  const isDefault = prefix === DEFAULT_PREFIX;
  // The first installations were made with these names of queues.
  const jobs = isDefault ? "jobs" : `${prefix}-jobs`;
  const ending = isDefault ? "toml" : `${prefix}.toml`;
  return {
    database: prefix,
    bucket: `${prefix}-files`,
    /** For copies of everything. */
    backupBucket: `${prefix}-backup`,
    queues: { jobs, deadJobs: deadLetterQueueOf(jobs) },
    /** The namespaces of its rate limits are this and a number below {@link RATE_LIMIT_SPAN}. */
    rateLimits: isDefault ? FIRST_RATE_LIMITS : rateLimitBase(prefix),
    /** KV namespaces by their binding; the title is what the account's list shows. */
    namespaces: { CONFIG: `${prefix}-config`, TOKENS: `${prefix}-tokens` },
    workers: { site: prefix, jobs: `${prefix}-jobs` },
    configs: {
      "jobs worker": `workers/jobs/wrangler.${ending}`,
      site: `wrangler.${ending}`,
    },
  };
}

/** The ids that Cloudflare gave the resources whose name is not their id. */
export interface ResourceIds {
  DB: string;
  CONFIG: string;
  TOKENS: string;
}

const PRODUCTION_START = "\n[env.production]\n";

/** Sets `key = "value"` in the tables of a TOML text that have the given line. */
function setInTable(toml: string, line: string, key: string, value: string): string {
  const table = new RegExp(`(${line}\\n(?:[a-z_]+ = .*\\n)*?${key} = )".*"`, "g");
  return toml.replace(table, `$1"${value}"`);
}

/**
 * Writes the names and ids of an installation into the production part of a configuration file.
 * @param toml the repository's file, or one that was written before.
 */
export function configureInstallation(
  toml: string,
  { database, bucket, backupBucket, queues, rateLimits, workers }: Installation,
  ids: ResourceIds,
): string {
  const start = toml.indexOf(PRODUCTION_START);
  let production = toml.slice(start);
  for (const [binding, id] of Object.entries(ids)) {
    production = setInTable(production, `binding = "${binding}"`, "id", id);
    production = setInTable(production, `binding = "${binding}"`, "database_id", id);
  }
  production = setInTable(production, 'binding = "DB"', "database_name", database);
  production = setInTable(production, 'binding = "FILES"', "bucket_name", bucket);
  production = setInTable(production, 'binding = "BACKUP"', "bucket_name", backupBucket);
  production = setInTable(production, 'binding = "JOBS"', "queue", queues.jobs);
  const isJobsWorker = production.includes("queues.consumers");
  return (
    toml.slice(0, start) +
    production
      .replace(
        /^(\n\[env\.production\]\nname = )".*"/,
        `$1"${isJobsWorker ? workers.jobs : workers.site}"`,
      )
      .replaceAll(
        /^namespace_id = "(\d+)"$/gm,
        (_, id) => `namespace_id = "${rateLimits + (Number(id) % RATE_LIMIT_SPAN)}"`,
      )
      .replaceAll(/^queue = "[^"\n]*-dead"$/gm, `queue = "${queues.deadJobs}"`)
      .replaceAll(/^queue = "(?![^"\n]*-dead")[^"\n]*"$/gm, `queue = "${queues.jobs}"`)
      .replaceAll(/^dead_letter_queue = ".*"$/gm, `dead_letter_queue = "${queues.deadJobs}"`)
  );
}
