import * as v from "valibot";
import type { Wrangler } from "./apply-bucket-rules";
import { extractJson } from "./cloudflare-resources";
import { WORKER_NAMES, type WorkerName } from "./deploy-settings";
import { PRODUCTION } from "./deploy-workers";
import type { Installation } from "./installation";

const deploymentsSchema = v.array(
  v.object({
    created_on: v.string(),
    versions: v.array(v.object({ version_id: v.string(), percentage: v.number() })),
  }),
);
const bookmarkSchema = v.object({ bookmark: v.string() });

/** Where an installation was before its last deployment. */
export interface RollbackPlan {
  /** The version that each worker ran before; undefined where there was none. */
  versions: Readonly<Record<WorkerName, string | undefined>>;
  /** When the last deployment of the first worker began to run, as an ISO time. */
  deployedAt: string;
  /** The database at that time. */
  bookmark: string;
}

async function readDeployments(wrangler: Wrangler, config: string) {
  const output = await wrangler("deployments", "list", "--json", "-c", config, ...PRODUCTION);
  const deployments = v.parse(deploymentsSchema, extractJson(output));
  return deployments.sort((a, b) => b.created_on.localeCompare(a.created_on));
}

/** The last version that ran everywhere before the one that runs now. */
function previousVersion(deployments: v.InferOutput<typeof deploymentsSchema>): string | undefined {
  const versions = deployments.flatMap(({ versions: parts }) =>
    parts.length === 1 && parts[0] ? [parts[0].version_id] : [],
  );
  return versions.find((version) => version !== versions[0]);
}

/** Reads where an installation can go back to. @throws Error where nothing was deployed. */
export async function planRollback(
  wrangler: Wrangler,
  { configs }: Installation,
): Promise<RollbackPlan> {
  const [jobs, site] = await Promise.all([
    readDeployments(wrangler, configs["jobs worker"]),
    readDeployments(wrangler, configs.site),
  ]);
  const deployedAt = [jobs[0], site[0]]
    .flatMap((deployment) => deployment?.created_on ?? [])
    .sort()[0];
  if (deployedAt === undefined) throw new Error("Nothing is deployed, so nothing can go back.");
  const args = ["d1", "time-travel", "info", "DB", "--json", "--timestamp", deployedAt];
  const output = await wrangler(...args, "-c", configs.site, ...PRODUCTION);
  return {
    versions: { "jobs worker": previousVersion(jobs), site: previousVersion(site) },
    deployedAt,
    bookmark: v.parse(bookmarkSchema, extractJson(output)).bookmark,
  };
}

/** What going back means, a line each. */
export function describeRollback(
  { versions, deployedAt, bookmark }: RollbackPlan,
  { database, configs }: Installation,
): string[] {
  const target = WORKER_NAMES.map(
    (worker) => `The ${worker} goes back to version ${versions[worker] ?? "(there was none)"}.`,
  );
  return [
    ...target,
    `The last deployment ran from ${deployedAt} on. The database was at bookmark ${bookmark} then.`,
    "The database stays as it is: the earlier code lives with the newer tables.",
    `Only where data itself was damaged: npx wrangler d1 time-travel restore ${database} --bookmark=${bookmark} -c ${configs.site} --env production. Everything that was sent since then is lost.`,
  ];
}

/** Lets both workers run their versions before. @throws Error where one of them has none. */
export async function rollBack(
  wrangler: Wrangler,
  { configs }: Installation,
  { versions }: RollbackPlan,
): Promise<void> {
  const targets = WORKER_NAMES.map((worker) => {
    const version = versions[worker];
    if (!version) throw new Error(`The ${worker} has no version before this one.`);
    return { worker, version };
  });
  // The site first: what it no longer asks for, the jobs worker no longer has to know.
  for (const { worker, version } of targets.reverse()) {
    const args = ["-c", configs[worker], ...PRODUCTION, "--message", "npm run rollback", "--yes"];
    await wrangler("rollback", version, ...args);
  }
}
