import { afterAll, beforeAll, expect, test } from "vitest";
import { createDeployFixture, refusedBy } from "../../tests/support/deploy-fixture";

let account: Awaited<ReturnType<typeof createDeployFixture>>;
beforeAll(async () => {
  account = await createDeployFixture();
});
afterAll(() => account?.close());

test("later deployments keep the signing secret of the first in both workers, also one that fails half way", async () => {
  const { api, deploy, stored } = account;
  await deploy({ PUBLIC_URL: "https://submit.example.com", BRAND_NAME: "First" });
  const [jobs, site] = stored();
  expect(jobs?.SIGNING_SECRET).toMatch(/^[0-9a-f]{64}$/);
  expect(site).toEqual(jobs);
  await deploy({ BRAND_NAME: "Second" });
  const after = { ...jobs, BRAND_NAME: "Second" };
  expect(stored()).toEqual([after, after]);
  api.failWith((call) =>
    call === "POST /workers/scripts/site/versions" ? refusedBy(400, 10021, "No good.") : undefined,
  );
  await expect(deploy({ SIGNING_SECRET: "b".repeat(32) })).rejects.toThrow(/No good\./);
  expect(stored()).toEqual([after, after]);
});
