import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const app = fileURLToPath(new URL("./app", import.meta.url));

export default defineConfig({
  resolve: { alias: { "~": app } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,workers}/**/*.test.{ts,tsx}", "tests/specification/*.test.ts"],
          globalSetup: ["tests/support/build-for-tests.ts"],
          // A machine that is full decides no test.
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: "workerd",
          include: ["tests/workerd/*.test.ts"],
          globalSetup: ["tests/support/serve-for-tests.ts"],
          // One app serves all of them, one after the other.
          pool: "forks",
          poolOptions: { forks: { singleFork: true } },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          // Databases, buckets, workers and apps of their own: they disturb no other.
          name: "worlds",
          include: ["tests/workerd/worlds/*.test.ts"],
          globalSetup: ["tests/support/site-for-tests.ts"],
          pool: "forks",
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
