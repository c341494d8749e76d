import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { edgeLimitsOf, passesEdge } from "./edge-limits.server";

test("the platform's limit decides for its call and its visitor, and for nobody else", async () => {
  const limitKeys: string[] = [];
  const JOINS = {
    limit: async ({ key }: { key: string }) => {
      limitKeys.push(key);
      return { success: limitKeys.length < 2 };
    },
  };
  const limits = edgeLimitsOf({ JOINS });
  expect(await passesEdge(limits, "joins", "address:a")).toBe(true);
  expect(await passesEdge(limits, "joins", "address:a")).toBe(false);
  expect(await passesEdge(limits, "token-checks", "address:a")).toBe(true);
  expect(limitKeys).toEqual(["address:a", "address:a"]);
});

test("a limit that does not answer keeps nobody out: the database counts all the same", async () => {
  const limit = () => Promise.reject(new Error("away"));
  expect(await passesEdge(edgeLimitsOf({ SIGN_INS: { limit } }), "sign-ins", "a")).toBe(true);
});

test("what is deployed has the limits of a local run", () => {
  const toml = readFileSync("wrangler.toml", "utf8");
  const limitsOf = (table: string) =>
    toml
      .split(`[[${table}ratelimits]]`)
      .slice(1)
      .map((text) => text.split("\n\n")[0]?.trim());
  expect(limitsOf("")).toHaveLength(5);
  expect(limitsOf("env.production.")).toEqual(limitsOf(""));
});
