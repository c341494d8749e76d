import { beforeEach, expect, test } from "vitest";
import { CloudflareWorkers } from "../../tests/support/account-workers";
import { type Installation, planInstallation } from "./installation";
import { describeRollback, planRollback, rollBack } from "./run-rollback";

const installation: Installation = {
  ...planInstallation("rollback-test"),
  configs: { "jobs worker": "jobs", site: "site" },
};
type Worker = "jobs" | "site";

/** An account whose deployments are a second apart, and a fake wrangler. */
class Account {
  private time = Date.parse("2026-11-23T12:00:00Z");
  private readonly workers = new CloudflareWorkers(() => {
    this.time += 1_000;
    return new Date(this.time);
  });

  private send(method: string, path: string, body: BodyInit = "{}"): Promise<unknown> {
    const request = new Request("http://body/", { method: "POST", body });
    return this.workers.answer(method, `/workers/scripts/${path}`, request);
  }

  /** Uploads code to a worker; without a release, as earlier deployments did. */
  async upload(worker: Worker, code: string, release?: string): Promise<void> {
    const form = new FormData();
    const bindings = release ? [{ type: "plain_text", name: "RELEASE", text: release }] : [];
    form.set("metadata", JSON.stringify({ bindings, keep_bindings: ["secret_text"] }));
    form.set("worker.js", code);
    await this.send("PUT", worker, form);
  }

  async deploy(release: string): Promise<void> {
    await this.upload("jobs", release, release);
    await this.upload("site", release, release);
  }

  /** Changes a secret of both workers, which makes a version of each. */
  async storeSecret(text: string): Promise<void> {
    for (const worker of ["site", "jobs"] as const) {
      const form = new FormData();
      const releaseVariable = { type: "plain_text", name: "RELEASE" };
      const secret = { type: "secret_text", name: "SIGNING_SECRET", text };
      form.set("settings", JSON.stringify({ bindings: [releaseVariable, secret] }));
      await this.send("PATCH", `${worker}/settings`, form);
    }
  }

  deployments(worker: Worker) {
    return this.workers.findWorker(worker)?.deployments ?? [];
  }

  running() {
    const [jobs, site] = [this.deployments("jobs").at(-1), this.deployments("site").at(-1)];
    return { jobs: jobs?.versionId, site: site?.versionId };
  }

  readonly wrangler = async (...args: string[]): Promise<string> => {
    const worker = args[args.indexOf("-c") + 1] ?? "";
    switch (args[0]) {
      case "deployments": {
        const list = await this.send("GET", `${worker}/deployments`);
        return JSON.stringify(Object.values(list ?? {})[0]);
      }
      case "versions":
        return JSON.stringify(await this.send("GET", `${worker}/versions/${args[2]}`));
      case "rollback": {
        const versions = [{ version_id: args[1], percentage: 100 }];
        await this.send("POST", `${worker}/deployments`, JSON.stringify({ versions }));
        return "";
      }
      default:
        return JSON.stringify({ bookmark: `at-${args[args.indexOf("--timestamp") + 1]}` });
    }
  };

  plan = () => planRollback(this.wrangler, installation);
  goBack = async () => rollBack(this.wrangler, installation, await this.plan());
}

let account: Account;
beforeEach(() => {
  account = new Account();
});

test("after a deployment that stored a signing secret, going back leads to the code before, and once more back again", async () => {
  await account.deploy("first");
  const first = account.running();
  await account.deploy("second");
  await account.storeSecret("b");
  const second = account.running();
  const plan = await account.plan();
  const [jobsLine, siteLine] = describeRollback(plan, installation);
  expect(jobsLine).toContain(`(release second) to version ${first.jobs} (release first).`);
  expect(siteLine).toContain(`(release second) to version ${first.site} (release first).`);
  // The second code began with the upload of its jobs worker, before the secret.
  expect(plan.deployedAt).toBe(account.deployments("jobs")[1]?.at);
  expect(plan.bookmark).toBe(`at-${plan.deployedAt}`);
  await account.goBack();
  expect(account.running()).toEqual(first);
  await account.goBack();
  expect(account.running()).toEqual(second);
});

test("the same code with other settings is nothing to go back to", async () => {
  await account.deploy("first");
  await account.storeSecret("b");
  await account.deploy("first");
  const nothing = await account.plan();
  expect(describeRollback(nothing, installation)[1]).toBe(
    "The site has no earlier version with other code among its last ones.",
  );
  await expect(account.goBack()).rejects.toThrow(/choose one by hand/);
});

test("where the site's upload failed, the jobs worker alone goes back, to the release of the site", async () => {
  await account.deploy("first");
  await account.deploy("second");
  const before = account.running();
  await account.upload("jobs", "third", "third");
  const siteLine = describeRollback(await account.plan(), installation)[1];
  expect(siteLine).toBe(`The site stays at version ${before.site} (release second).`);
  await account.goBack();
  expect(account.running()).toEqual(before);
  expect(account.deployments("site").length).toBe(2);
});

test("a release that the jobs worker alone got is left out", async () => {
  await account.deploy("first");
  const before = account.running();
  await account.upload("jobs", "second", "second");
  await account.deploy("third");
  await account.goBack();
  expect(account.running()).toEqual(before);
});

test("versions that name no release are told apart by their code", async () => {
  for (const code of ["first", "second", "second"]) {
    await account.upload("jobs", code);
    await account.upload("site", code);
  }
  const { targets } = await account.plan();
  expect(targets.site?.id).toBe(account.deployments("site")[0]?.versionId);
  expect(targets["jobs worker"]?.id).toBe(account.deployments("jobs")[0]?.versionId);
  const unnamed = account.running();
  await account.deploy("third");
  await account.goBack();
  expect(account.running()).toEqual(unnamed);
});

test("an installation that was never deployed says so", async () => {
  await expect(planRollback(async () => "[]", installation)).rejects.toThrow(
    "Nothing is deployed, so nothing can go back.",
  );
});
