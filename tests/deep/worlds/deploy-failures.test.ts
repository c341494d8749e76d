import { afterEach, beforeEach, expect, test } from "vitest";
import { createDeployFixture, refusedBy } from "../../support/deploy-fixture";

/* The cases of `workers/cli/deploy-workers.test.ts`, which uses a fake wrangler, with the real one. */

let account: Awaited<ReturnType<typeof createDeployFixture>>;
beforeEach(async () => {
  account = await createDeployFixture();
});
afterEach(() => account.close());

const PUBLIC_URL = "https://submit.example.com";
const OLD = "a".repeat(32);
const NEW = "b".repeat(32);

test("a new signing secret goes to both workers", async () => {
  const { deploy, stored } = account;
  await deploy({ PUBLIC_URL, SIGNING_SECRET: OLD });
  await deploy({ SIGNING_SECRET: NEW });
  const secrets = { PUBLIC_URL, SIGNING_SECRET: NEW };
  expect(stored()).toEqual([secrets, secrets]);
});

test("when the second worker cannot get the new secret, the first gets its old one back", async () => {
  const { api, deploy, stored } = account;
  await deploy({ PUBLIC_URL, SIGNING_SECRET: OLD });
  const before = stored();
  api.failWith((call) =>
    call === "PATCH /workers/scripts/jobs/settings" ? refusedBy(400, 10063, "Not now.") : undefined,
  );
  await expect(deploy({ SIGNING_SECRET: NEW })).rejects.toThrow(
    /^The signing secret was not changed: both workers have the old one\.\n[\s\S]*Not now\./,
  );
  expect(stored()).toEqual(before);
});

test.each([
  ["an error of Cloudflare's", refusedBy(400, 10013, "An unknown error has occurred.")],
  ["a refused token", refusedBy(403, 10000, "Authentication error")],
  ["another account", refusedBy(404, 7003, "Could not route to /accounts")],
  ["a page of a proxy", { status: 200, body: "<html>Sign in to the network</html>" }],
])(
  "%s in place of what is stored stops the deployment, and nothing is changed",
  async (_, reply) => {
    const { api, deploy, stored } = account;
    await deploy({ PUBLIC_URL });
    const before = stored();
    const callsBefore = api.calls.length;
    api.failWith((call) => (call.endsWith("/site/secrets") ? reply : undefined));
    await expect(deploy({ BRAND_NAME: "New" })).rejects.toThrow(
      /^Cloudflare did not tell which settings the site/,
    );
    expect(stored()).toEqual(before);
    expect(api.calls.slice(callsBefore).filter((call) => !call.startsWith("GET "))).toEqual([]);
  },
);

test("a first deployment that stops half way starts over, with one secret for both workers", async () => {
  const { api, deploy, stored } = account;
  api.failWith((call) =>
    call === "PUT /workers/scripts/site" ? refusedBy(400, 10021, "No good.") : undefined,
  );
  await expect(deploy({ PUBLIC_URL })).rejects.toThrow(/No good\./);
  expect(stored()[1]).toBeUndefined();
  api.failWith(undefined);
  await deploy({ PUBLIC_URL });
  const [jobs, site] = stored();
  expect(site?.SIGNING_SECRET).toMatch(/^[0-9a-f]{64}$/);
  expect(jobs).toEqual(site);
});
