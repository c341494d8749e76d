import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withProductionIds } from "./cloudflare-resources";

const ids = { DB: "db-id", CONFIG: "config-id", TOKENS: "tokens-id" };

test.each(["wrangler.toml", "workers/jobs/wrangler.toml"])(
  "the ids of an account go into the production part of %s and nowhere else",
  (path) => {
    const toml = readFileSync(path, "utf8");
    const filledToml = withProductionIds(toml, ids);
    const [local, production = ""] = filledToml.split("[env.production]\n");
    expect(local).toBe(toml.split("[env.production]\n")[0]);
    expect(production).toContain('database_id = "db-id"');
    expect(production).toContain('binding = "CONFIG"\nid = "config-id"');
    expect(production).not.toContain("set-by-npm-run-deploy");
    expect(withProductionIds(filledToml, ids)).toBe(filledToml);
  },
);

test("the platform writes no line of its own for a request, whose address may hold a secret", () => {
  const off = "observability.logs]\nenabled = true\ninvocation_logs = false\n";
  const toml = readFileSync("wrangler.toml", "utf8");
  expect(toml).toContain(`\n[${off}`);
  expect(toml).toContain(`\n[env.production.${off}`);
});

test("an invocation of the jobs worker may compute for two minutes, and no longer", () => {
  const toml = readFileSync("workers/jobs/wrangler.toml", "utf8");
  expect(toml).toContain("\n[limits]\ncpu_ms = 120_000\n");
  expect(toml).toContain("\n[env.production.limits]\ncpu_ms = 120_000\n");
});

test("nothing that is deployed can reach the sandbox", () => {
  for (const path of ["wrangler.toml", "workers/jobs/wrangler.toml"]) {
    const [, production = ""] = readFileSync(path, "utf8").split("[env.production]\n");
    expect(production.length).toBeGreaterThan(100);
    expect(production).not.toMatch(/sandbox/i);
  }
});
