import { afterAll, beforeAll, expect, test } from "vitest";
import { provisionDatabase } from "../../../workers/cli/cloudflare-resources";
import { type Installation, planInstallation } from "../../../workers/cli/installation";
import { describeRollback, planRollback, rollBack } from "../../../workers/cli/run-rollback";
import { createDeployFixture } from "../../support/deploy-fixture";

/* The first case of `workers/cli/run-rollback.test.ts`, which uses a fake wrangler, with the real one. */

const PUBLIC_URL = "https://submit.example.com";
const NEW_SECRET = "b".repeat(32);

let account: Awaited<ReturnType<typeof createDeployFixture>>;
let installation: Installation;
beforeAll(async () => {
  account = await createDeployFixture();
  installation = { ...planInstallation("rollback-test"), configs: account.configs };
  account.bindDatabase(await provisionDatabase(account.wrangler, installation.database));
});
afterAll(() => account.close());

const versionsOf = (worker: string) =>
  account.api.findDeployments(worker).map(({ versionId }) => versionId);
const runningVersions = () => [versionsOf("jobs").at(-1), versionsOf("site").at(-1)];
const plan = () => planRollback(account.wrangler, installation);

test("after a deployment that stored a signing secret, going back leads to the code before, and once more back again", async () => {
  const { api, deploy, stored, wrangler } = account;
  await deploy({ PUBLIC_URL });
  const firstVersions = runningVersions();
  const secretsBefore = stored();
  await deploy({ SIGNING_SECRET: NEW_SECRET }, "second");
  const secondVersions = runningVersions();
  // The secret made a version of its own of each worker.
  expect([versionsOf("jobs").length, versionsOf("site").length]).toEqual([3, 3]);
  const back = await plan();
  const lines = describeRollback(back, installation);
  const [jobs, site] = firstVersions;
  expect(lines[0]).toMatch(`(release second) to version ${jobs} (release first).`);
  expect(lines[1]).toMatch(`(release second) to version ${site} (release first).`);
  const secondBegan = api.findDeployments("jobs")[1]?.at ?? "";
  expect(back.deployedAt).toBe(secondBegan);
  expect(back.bookmark).toBe(`bookmark-of-rollback-test-${Date.parse(secondBegan)}`);
  expect(lines.join("\n")).toContain(`--bookmark=${back.bookmark} `);
  await rollBack(wrangler, installation, back);
  expect(runningVersions()).toEqual(firstVersions);
  expect(stored()).toEqual(secretsBefore);
  await rollBack(wrangler, installation, await plan());
  expect(runningVersions()).toEqual(secondVersions);
});
