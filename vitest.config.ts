import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * Tests that need a process to themselves: what they load keeps what a page did, or they judge tools
 * that others mend.
 */
const ALONE = [
  "app/uploads/sending/*.test.ts",
  "app/components/page-title.test.ts",
  "tests/workerd/alone/*.test.ts",
];

const app = fileURLToPath(new URL("./app", import.meta.url));

export default defineConfig({
  resolve: { alias: { "~": app } },
  test: {
    // Loading the same modules anew for each of 250 files took half of all the time of unit tests.
    // Vitest reads this here alone; the other projects have forks, which stay apart.
    poolOptions: { threads: { isolate: false } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,workers}/**/*.test.{ts,tsx}", "tests/specification/*.test.ts"],
          exclude: ALONE,
          pool: "threads",
          globalSetup: ["tests/support/build-for-tests.ts"],
          // A machine that is full decides no test.
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: "unit-alone",
          include: ALONE,
          pool: "forks",
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: "workerd",
          include: ["tests/workerd/*.test.ts"],
          globalSetup: ["tests/support/serve-for-tests.ts"],
          // One app serves all of them, one after the other; what they load is loaded once.
          pool: "forks",
          poolOptions: { forks: { singleFork: true, isolate: false } },
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
          setupFiles: ["tests/support/own-modules.ts"],
          pool: "forks",
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
