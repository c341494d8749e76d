import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { deadLetterQueueOf, isDeadLetterQueue } from "~/jobs/queue-names";
import { configureInstallation, planInstallation } from "./installation";

const ids = { DB: "db-id", CONFIG: "config-id", TOKENS: "tokens-id" };

const OWN_FILES = ["wrangler.toml", "workers/jobs/wrangler.toml"];

test.each(OWN_FILES)(
  "the ids of an account go into the production part of %s and nowhere else",
  (path) => {
    const toml = readFileSync(path, "utf8");
    const filledToml = configureInstallation(toml, planInstallation(), ids);
    const [local, production = ""] = filledToml.split("[env.production]\n");
    expect(local).toBe(toml.split("[env.production]\n")[0]);
    expect(production).toContain('database_id = "db-id"');
    expect(production).toContain('binding = "CONFIG"\nid = "config-id"');
    expect(production).not.toContain("set-by-npm-run-deploy");
    expect(configureInstallation(filledToml, planInstallation(), ids)).toBe(filledToml);
    const otherNames = /name = "artist-portal(-files|-jobs)?"|queue = "(jobs|jobs-dead)"/g;
    expect(production.match(otherNames)).toEqual(
      toml.split("[env.production]\n")[1]?.match(otherNames),
    );
  },
);

test.each(OWN_FILES)(
  "an installation with another prefix shares no name with the first, in %s",
  (path) => {
    const filledToml = configureInstallation(
      readFileSync(path, "utf8"),
      planInstallation("label-staging"),
      ids,
    );
    const [, production = ""] = filledToml.split("[env.production]\n");
    expect(production).not.toMatch(/artist-portal|"jobs(-dead)?"|namespace_id = "100\d"/);
    expect(production).toContain('database_name = "label-staging"');
    expect(production).toContain('bucket_name = "label-staging-files"');
    expect(production).toContain('queue = "label-staging-jobs"');
  },
);

test.each([undefined, "label-staging", "label-dead"])(
  "the jobs worker of %j knows its queue of dead letters, and consumes both",
  (prefix) => {
    const toml = readFileSync("workers/jobs/wrangler.toml", "utf8");
    const filledToml = configureInstallation(toml, planInstallation(prefix), ids);
    const [, production = ""] = filledToml.split("[env.production]\n");
    const valuesOf = (key: string) =>
      [...production.matchAll(new RegExp(`^${key} = "(.*)"$`, "gm"))].map(([, name = ""]) => name);
    const [deadQueue = ""] = valuesOf("dead_letter_queue");
    const [producer = "", ...consumers] = valuesOf("queue");
    expect(consumers).toEqual([producer, deadQueue]);
    expect(deadQueue).toBe(deadLetterQueueOf(producer));
    expect(consumers.map(isDeadLetterQueue)).toEqual([false, true]);
  },
);

test("each installation of an account counts its rate limits by itself", () => {
  const toml = readFileSync("wrangler.toml", "utf8");
  const namespacesOf = (prefix?: string) => {
    const filledToml = configureInstallation(toml, planInstallation(prefix), ids);
    const [, production = ""] = filledToml.split("[env.production]\n");
    return [...production.matchAll(/namespace_id = "(\d+)"/g)].map(([, id]) => Number(id));
  };
  const all = [undefined, "label-staging", "label-two"].flatMap(namespacesOf);
  expect(namespacesOf()).toEqual([1001, 1002, 1003, 1004, 1005]);
  expect(new Set(all).size).toBe(15);
  expect(all.every((id) => Number.isSafeInteger(id) && id > 0 && id < 2 ** 31)).toBe(true);
});

test.each(["", "a", "Label", "label_x", "-label", "label-", "x".repeat(41), "label.eu"])(
  "a prefix that Cloudflare would not take is refused: %j",
  (prefix) => {
    expect(() => planInstallation(prefix)).toThrow(/^NAME_PREFIX must be/);
  },
);

test.each(OWN_FILES)("%s gives its deployed worker no trial address", (path) => {
  const [, production = ""] = readFileSync(path, "utf8").split("[env.production]\n");
  expect(production).toContain("workers_dev = false\npreview_urls = false\n");
});

test("the platform writes no line of its own for a request, whose address may hold a secret", () => {
  const off = "observability.logs]\nenabled = true\ninvocation_logs = false\n";
  const toml = readFileSync("wrangler.toml", "utf8");
  expect(toml).toContain(`\n[${off}`);
  expect(toml).toContain(`\n[env.production.${off}`);
});

test.each([
  ["wrangler.toml", "30_000"],
  ["workers/jobs/wrangler.toml", "120_000"],
])("an invocation of the worker of %s may compute for %s ms, and no longer", (path, ms) => {
  const toml = readFileSync(path, "utf8");
  expect(toml).toContain(`\n[limits]\ncpu_ms = ${ms}\n`);
  expect(toml).toContain(`\n[env.production.limits]\ncpu_ms = ${ms}\n`);
});

test("nothing that is deployed can reach the sandbox", () => {
  for (const path of ["wrangler.toml", "workers/jobs/wrangler.toml"]) {
    const [, production = ""] = readFileSync(path, "utf8").split("[env.production]\n");
    expect(production.length).toBeGreaterThan(100);
    expect(production).not.toMatch(/sandbox/i);
  }
});
