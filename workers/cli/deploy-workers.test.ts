import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { planSettings, type StoredNames } from "./deploy-settings";
import { deployWorkers, readStoredNames } from "./deploy-workers";

const CONFIGS = { "jobs worker": "jobs.toml", site: "site.toml" };
const PUBLIC_URL = "https://submit.example.com";
type Secrets = Record<string, string>;

/** A fake account with two workers, and a fake wrangler. */
class Account {
  readonly versions: Secrets[] = [];
  readonly running = new Map<string, Secrets>();
  readonly commands: string[] = [];
  failure: (command: string) => Error | string | undefined = () => undefined;

  readonly wrangler = async (...args: string[]): Promise<string> => {
    const config = args[args.indexOf("-c") + 1] ?? "";
    const verb = args[0] === "secret" ? `secret ${args[1]}` : (args[0] ?? "");
    const command = `${verb} ${config}`;
    this.commands.push(command);
    const failure = this.failure(command);
    if (failure instanceof Error) throw failure;
    if (failure !== undefined) return failure;
    const now = this.running.get(config);
    switch (verb) {
      case "secret list":
        if (!now) throw new Error(`✘ [ERROR] Worker "${config}" (env: production) not found.`);
        return JSON.stringify(Object.keys(now).map((name) => ({ name, type: "secret_text" })));
      case "rollback":
        this.running.set(config, this.versions[Number(args[1])] ?? {});
        return "";
      default: {
        const file = (verb === "deploy" ? args[args.indexOf("--secrets-file") + 1] : args[2]) ?? "";
        const secrets = { ...now, ...JSON.parse(readFileSync(file, "utf8")) };
        this.running.set(config, secrets);
        return `https://x.workers.dev\nCurrent Version ID: ${this.versions.push(secrets) - 1}`;
      }
    }
  };

  async deploy(given: Secrets): Promise<void> {
    const plan = planSettings(given, await readStoredNames(this.wrangler, CONFIGS), () => "made");
    await deployWorkers(this.wrangler, CONFIGS, plan, { release: "first", log: () => undefined });
  }

  /** What the jobs worker and the site have. */
  get secrets() {
    return [this.running.get("jobs.toml"), this.running.get("site.toml")];
  }
}

async function deployedAccount(): Promise<Account> {
  const account = new Account();
  await account.deploy({ PUBLIC_URL });
  expect(account.secrets).toEqual([
    { PUBLIC_URL, SIGNING_SECRET: "made" },
    { PUBLIC_URL, SIGNING_SECRET: "made" },
  ]);
  account.commands.length = 0;
  return account;
}

test.each([
  ["an error of Cloudflare's", new Error("A request to the Cloudflare API failed. [code: 10013]")],
  ["a refused token", new Error("Authentication error [code: 10000]")],
  ["no line to Cloudflare", new Error("fetch failed")],
  ["a limit", new Error("429 Too Many Requests [code: 971]")],
  ["another thing that is not found", new Error("Account not found [code: 7003]")],
  ["nothing", ""],
  ["a warning alone", "▲ [WARNING] Processing wrangler.toml configuration:\n"],
  ["a page of a proxy", "<html>Sign in to the network</html>"],
  ["a list of something else", '[{"id":"x"}]'],
  ["half a list", '[{"name":"SIGNING_SECRET"'],
])(
  "%s in place of the list of stored settings stops the deployment, and nothing is changed",
  async (_, reply) => {
    for (const config of ["jobs.toml", "site.toml"]) {
      const account = await deployedAccount();
      const before = structuredClone(account.secrets);
      account.failure = (command) => (command === `secret list ${config}` ? reply : undefined);
      await expect(account.deploy({ BRAND_NAME: "New" })).rejects.toThrow(
        /^Cloudflare did not tell which settings the (jobs worker|site) has stored, so nothing was deployed\.\n/,
      );
      expect(account.secrets).toEqual(before);
      expect(account.commands.every((command) => command.startsWith("secret list"))).toBe(true);
    }
  },
);

test.each([
  [
    '\u001b[31m✘ \u001b[41;97mERROR\u001b[0m \u001b[1mWorker "artist-portal" (env: production) not found.\u001b[0m',
  ],
  [
    '[ERROR] Worker "artist-portal" not found.\n\nIf this is a new Worker, run `wrangler deploy` first',
  ],
  ["This Worker does not exist on your account. [code: 10007]"],
])("a worker that does not exist is recognized by wrangler's message: %s", async (message) => {
  const wrangler = () => Promise.reject(new Error(`wrangler secret failed:\n${message}\n`));
  const stored = await readStoredNames(wrangler, CONFIGS);
  expect(stored).toEqual({ "jobs worker": undefined, site: undefined });
});

test("a banner or a warning before the list does not hide it", async () => {
  const list = '\n ⛅️ wrangler 4.86.0\n[WARNING] a word\n{not json}\n[\n  {"name": "A"}\n]\n';
  const stored = await readStoredNames(async () => list, CONFIGS);
  expect(stored).toEqual({ "jobs worker": new Set(["A"]), site: new Set(["A"]) });
});

const FAILED = new Error("Upload failed");
const rotation = { SIGNING_SECRET: "b".repeat(32), LINK_KEYS: `2026b:${"c".repeat(32)}` };

test.each([
  "deploy jobs.toml",
  "deploy site.toml",
  "secret bulk site.toml",
  "secret bulk jobs.toml",
])("where '%s' fails, both workers keep their signing settings", async (failing) => {
  const account = await deployedAccount();
  account.failure = (command) => (command === failing ? FAILED : undefined);
  await expect(account.deploy({ ...rotation, BRAND_NAME: "New" })).rejects.toThrow(/Upload failed/);
  for (const secrets of account.secrets) {
    expect(secrets?.SIGNING_SECRET).toBe("made");
    expect(secrets).not.toHaveProperty("LINK_KEYS");
  }
  account.failure = () => undefined;
  await account.deploy({ ...rotation, BRAND_NAME: "New" });
  const all = { PUBLIC_URL, BRAND_NAME: "New", ...rotation };
  expect(account.secrets).toEqual([all, all]);
});

test("where the rollback of the secret fails too, the message says what to do", async () => {
  const account = await deployedAccount();
  account.failure = (command) =>
    command === "secret bulk jobs.toml" || command === "rollback site.toml" ? FAILED : undefined;
  await expect(account.deploy(rotation)).rejects.toThrow(/Run the same command again/);
});

test("a first deployment that failed half way can be repeated, with one secret for both workers", async () => {
  const account = new Account();
  account.failure = (command) => (command === "deploy site.toml" ? FAILED : undefined);
  await expect(account.deploy({ PUBLIC_URL })).rejects.toThrow(/Upload failed/);
  expect(account.secrets[1]).toBeUndefined();
  account.failure = () => undefined;
  await account.deploy({ PUBLIC_URL });
  expect(account.secrets[0]).toEqual(account.secrets[1]);
});

const names = (jobs: string[] | undefined, site: string[] | undefined): StoredNames => ({
  "jobs worker": jobs && new Set(jobs),
  site: site && new Set(site),
});
const BOTH = ["PUBLIC_URL", "SIGNING_SECRET"];

test("a secret that only the site has is not replaced: the deployment stops", () => {
  for (const jobs of [undefined, ["PUBLIC_URL"]])
    expect(() => planSettings({ PUBLIC_URL }, names(jobs, BOTH))).toThrow(
      /^The site has a SIGNING_SECRET/,
    );
});

test("a deployment without a public address stops", () => {
  expect(() => planSettings({}, names(undefined, undefined))).toThrow(
    /^PUBLIC_URL is missing: links/,
  );
  expect(() => planSettings({}, names(BOTH, ["SIGNING_SECRET"]))).toThrow(/^PUBLIC_URL is missing/);
  expect(() => planSettings({ R2_S3_BUCKET: "b" }, names(BOTH, BOTH))).toThrow(
    /^PUBLIC_URL is missing: the bucket/,
  );
  expect(planSettings({}, names(BOTH, BOTH))).toEqual({
    withCode: {},
    afterCode: {},
    isSecretNew: false,
  });
});
