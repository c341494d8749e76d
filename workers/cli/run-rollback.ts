import * as v from "valibot";
import type { Wrangler } from "./apply-bucket-rules";
import { extractJson } from "./cloudflare-resources";
import { WORKER_NAMES } from "./deploy-settings";
import { PRODUCTION } from "./deploy-workers";
import type { Installation } from "./installation";
import { type DeployedVersion, openHistory } from "./version-history";

const bookmarkSchema = v.object({ bookmark: v.string() });

/** Where an installation was before other code was deployed. */
export type RollbackPlan = Awaited<ReturnType<typeof planRollback>>;

/**
 * Reads where an installation can go back to: the last version of each worker with other code than now.
 * Where the workers run different releases, a deployment or a rollback stopped half way, and the jobs
 * worker joins the site.
 * @throws Error where nothing was deployed.
 */
export async function planRollback(wrangler: Wrangler, { configs }: Installation) {
  const [jobs, site] = await Promise.all([
    openHistory(wrangler, configs["jobs worker"]),
    openHistory(wrangler, configs.site),
  ]);
  const running = { "jobs worker": await jobs.running(), site: await site.running() };
  const { release: jobsRelease } = running["jobs worker"];
  const { release: siteRelease } = running.site;
  const isHalfWay = jobsRelease !== siteRelease;
  const siteTarget = isHalfWay ? running.site : await site.lastOther();
  const release = siteTarget?.release;
  const jobsTarget = release === undefined ? await jobs.lastOther() : await jobs.lastOf(release);
  const starts = [await jobs.startOfRunning(), ...(isHalfWay ? [] : [await site.startOfRunning()])];
  const deployedAt = starts.sort()[0] ?? "";
  const args = ["d1", "time-travel", "info", "DB", "--json", "--timestamp", deployedAt];
  const output = await wrangler(...args, "-c", configs.site, ...PRODUCTION);
  return {
    /** The version that each worker goes back to; undefined where none is known. */
    targets: { "jobs worker": jobsTarget, site: siteTarget },
    running,
    /** When the code that goes began to run, as an ISO time. */
    deployedAt,
    /** The database at that time. */
    bookmark: v.parse(bookmarkSchema, extractJson(output)).bookmark,
  };
}

const nameOf = ({ id, release }: DeployedVersion) =>
  release === undefined ? `version ${id}` : `version ${id} (release ${release})`;

/** What going back means, a line each. */
export function describeRollback(
  { targets, running, deployedAt, bookmark }: RollbackPlan,
  { database, configs }: Installation,
): string[] {
  const lines = WORKER_NAMES.map((worker) => {
    const target = targets[worker];
    if (!target) return `The ${worker} has no earlier version with other code among its last ones.`;
    return target.id === running[worker].id
      ? `The ${worker} stays at ${nameOf(target)}.`
      : `The ${worker} goes back from ${nameOf(running[worker])} to ${nameOf(target)}.`;
  });
  return [
    ...lines,
    `The code that goes ran from ${deployedAt} on. The database was at bookmark ${bookmark} then.`,
    "The database stays as it is: the earlier code lives with the newer tables.",
    `Only where data itself was damaged: npx wrangler d1 time-travel restore ${database} --bookmark=${bookmark} -c ${configs.site} --env production. Everything that was sent since then is lost.`,
  ];
}

/** Lets both workers run their earlier versions. @throws Error where one of them has none. */
export async function rollBack(
  wrangler: Wrangler,
  { configs }: Installation,
  { targets, running }: RollbackPlan,
): Promise<void> {
  const changes = WORKER_NAMES.flatMap((worker) => {
    const target = targets[worker];
    if (!target)
      throw new Error(
        `The ${worker} has no earlier version with other code among its last ones: choose one by hand, see docs/releasing.md.`,
      );
    return target.id === running[worker].id ? [] : [{ worker, version: target.id }];
  });
  // The site first: what it no longer asks for, the jobs worker no longer has to know.
  for (const { worker, version } of changes.reverse()) {
    const args = ["-c", configs[worker], ...PRODUCTION, "--message", "npm run rollback", "--yes"];
    await wrangler("rollback", version, ...args);
  }
}
