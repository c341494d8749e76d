import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listDeadLetters } from "~/jobs/job-history.server";
import { jobMessage } from "~/jobs/job-message";
import { planInstallation } from "../../../workers/cli/installation";
import { runDeploy } from "../../../workers/cli/run-deploy";
import { describeRollback, planRollback } from "../../../workers/cli/run-rollback";
import { pollUntil } from "../../support/app-stores";
import { type CloudflareApi, startCloudflareApi } from "../../support/cloudflare-api";
import { refusedBy, wranglerFor } from "../../support/deploy-fixture";
import { jobId } from "../../support/jobs-fixture";
import { startJobsWorker } from "../../support/jobs-worker";

const installation = planInstallation("deployment-test");
const PUBLIC_URL = "https://submit.example.com";
const settings = { PUBLIC_URL, STAFF_PASSCODE: "seven brown lamps sing" };

let api: CloudflareApi;
beforeAll(async () => {
  api = await startCloudflareApi();
});
afterAll(async () => {
  for (const path of Object.values(installation.configs)) rmSync(path, { force: true });
  await api?.close();
});

const wrangler = (...args: string[]) => wranglerFor(api)(...args);

/** Deploys with the real wrangler. @returns the lines that it printed. */
async function deploy(
  given: Record<string, string> = settings,
  release = "first",
): Promise<string[]> {
  const lines: string[] = [];
  await runDeploy({
    wrangler,
    installation,
    release,
    settings: given,
    addressKind: undefined,
    log: (line) => lines.push(line),
    ask: async () => ({ status: 200, text: JSON.stringify({ status: "ok", release }) }),
    wait: async () => undefined,
  });
  return lines;
}

const { workers, database, queues } = installation;
const secrets = () => [api.findSecrets(workers.jobs), api.findSecrets(workers.site)];
const failOn = (pattern: RegExp, reply: ReturnType<typeof refusedBy>) =>
  api.failWith((call) => (pattern.test(call) ? reply : undefined));

test("each step that fails once says what happened and what to do, and the next run goes on there", {
  timeout: 900_000,
}, async () => {
  const failures: [RegExp, ReturnType<typeof refusedBy>, RegExp][] = [
    [
      /^GET \/(user|accounts|memberships)/,
      refusedBy(401, 9109, "Invalid access token"),
      /^The deployment could not (sign in to Cloudflare|read which settings are stored)\. Cloudflare does not take the API token/m,
    ],
    [
      /\/d1\/database$/,
      refusedBy(403, 10000, "Authentication error"),
      /^The deployment could not create the database\. Cloudflare does not take the API token/m,
    ],
    [
      /^POST \/r2\/buckets$/,
      refusedBy(403, 10042, "Please enable R2 through the Cloudflare Dashboard."),
      /^The deployment could not create the bucket for files\. R2 is not switched on/m,
    ],
    [
      /^POST \/queues$/,
      refusedBy(500, 10013, "An unknown error has occurred."),
      /^The deployment could not create the queues\. Cloudflare had an error of its own/m,
    ],
  ];
  for (const [pattern, reply, message] of failures) {
    failOn(pattern, reply);
    await expect(deploy()).rejects.toThrow(message);
  }
  let queries = 0;
  api.failWith((call) => {
    if (!/\/query$/.test(call)) return undefined;
    queries += 1;
    return queries === 10 ? refusedBy(500, 7500, "internal error") : undefined;
  });
  await expect(deploy()).rejects.toThrow(
    /^The deployment could not apply the migrations\..*The site runs as before\..*it goes on where it stopped\.$/ms,
  );
  failOn(new RegExp(`^PUT /workers/scripts/${workers.site}$`), refusedBy(400, 10021, "No good."));
  await expect(deploy()).rejects.toThrow(
    /^The deployment could not deploy both workers\..* it goes on where it stopped\.$/ms,
  );
  expect(api.findSecrets(workers.site)).toBeUndefined();
  api.failWith(undefined);
  const lines = await deploy();
  expect(lines.at(-1)).toBe(`${PUBLIC_URL}/api/health says: ok, release first`);
  expect(lines.join("\n")).toContain(`is at bookmark bookmark-of-${database}`);
  expect(api.resources.domains).toEqual(["submit.example.com"]);
  expect([...api.resources.queues.keys()]).toEqual([queues.jobs, queues.deadJobs]);
  const [jobs, site] = secrets();
  expect(site).toEqual(jobs);
  expect(site).toMatchObject(settings);
});

test("what the deployed queue of jobs gives up is a dead letter to the worker", {
  timeout: 900_000,
}, async () => {
  const [jobs = "", deadJobs = ""] = [...api.resources.queues].flatMap(([name, { consumers }]) =>
    consumers.flatMap((consumer) => {
      const deadQueue: unknown = Reflect.get(consumer, "dead_letter_queue");
      return typeof deadQueue === "string" ? [name, deadQueue] : [];
    }),
  );
  expect([jobs, deadJobs]).toEqual([queues.jobs, queues.deadJobs]);
  // With settings that it cannot read the worker runs nothing, so that the queue gives the job up.
  const worker = await startJobsWorker("too short", { jobs, deadJobs });
  try {
    await worker.addJob(jobId(1));
    await worker.send(jobMessage(jobId(1)));
    const letters = await pollUntil(async () => {
      const all = await listDeadLetters(worker.db);
      return all.length > 0 ? all : undefined;
    });
    expect(letters).toMatchObject([{ jobId: jobId(1), reason: "given-up" }]);
  } finally {
    await worker.close();
  }
});

test("a second deployment changes no setting and no id, and a changed setting changes it alone", {
  timeout: 900_000,
}, async () => {
  const before = secrets();
  const ids = () => [
    [...api.resources.databases.keys()],
    [...api.resources.namespaces],
    [...api.resources.buckets.keys()],
    [...api.resources.queues].map(([name, { id }]) => [name, id]),
  ];
  const idsBefore = ids();
  await deploy();
  expect(secrets()).toEqual(before);
  expect(ids()).toEqual(idsBefore);
  await deploy({ BRAND_NAME: "Another" });
  expect(secrets()).toEqual(before.map((all) => ({ ...all, BRAND_NAME: "Another" })));
  expect(api.resources.domains).toEqual(["submit.example.com"]);
});

test("going back names the versions with other code and the database's bookmark", {
  timeout: 900_000,
}, async () => {
  await deploy({ SIGNING_SECRET: "b".repeat(32) }, "second");
  const plan = await planRollback(wrangler, installation);
  expect(plan.bookmark).toBe(`bookmark-of-${database}-${Date.parse(plan.deployedAt)}`);
  expect(describeRollback(plan, installation).join("\n")).toMatch(
    /The site goes back from version \S+ \(release second\) to version \S+ \(release first\)\./,
  );
});
