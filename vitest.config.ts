import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first";
import { quickFolder } from "./tests/support/quick-folder";
import "./workers/cli/single-threaded-gc.mjs";

/**
 * Tests that need a process to themselves: what they load keeps what a page did, or they judge tools
 * that others mend.
 */
const ALONE = [
  "app/domain/uploads/sending/**/*.test.ts",
  "app/ui/page-title.test.ts",
  "tests/workerd/alone/*.test.ts",
];

/**
 * Files that turn what all visitors of the shared app share, such as whether submissions are open or how
 * the board fails, or that measure or count the whole app: one after the other, once the others are done.
 */
const SHARED_SWITCHES = [
  "artist-links",
  "cut-bodies",
  "health-and-config",
  "queue-faults",
  "record-failure",
  "spotify-outage",
  "staff-activity",
  "staff-sign-in",
  "submission-mode",
  "waiting-files",
  "waiting-list",
].map((name) => `tests/workerd/${name}.test.ts`);

// Where the runtimes of all test processes keep their databases.
process.env.TMPDIR = quickFolder();

const app = fileURLToPath(new URL("./app", import.meta.url));

export default defineConfig({
  resolve: { alias: { "~": app } },
  test: {
    // Three on two cores: much of their time they wait for a runtime.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Set by a run of several tools, so that a module is transformed once in it. It begins empty each time.
    experimental: {
      fsModuleCache: process.env.MODULE_CACHE !== undefined,
      fsModuleCachePath: process.env.MODULE_CACHE,
    },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,workers}/**/*.test.{ts,tsx}", "tests/specification/*.test.ts"],
          exclude: ALONE,
          // Loading the same modules anew for each of 250 files took half of all the time.
          pool: "threads",
          isolate: false,
          globalSetup: ["tests/support/build-for-tests.ts"],
          // A machine that is full decides no test.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: "unit-alone",
          include: ALONE,
          pool: "forks",
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          // One app serves all of them; their visitors have addresses of their own.
          name: "workerd",
          include: ["tests/workerd/*.test.ts"],
          exclude: SHARED_SWITCHES,
          globalSetup: ["tests/support/serve-for-tests.ts"],
          // What they load is loaded once in a process.
          pool: "forks",
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          // Once the others are done: vitest runs groups in turn, and these in one thread.
          name: "workerd-apart",
          include: SHARED_SWITCHES,
          globalSetup: ["tests/support/serve-for-tests.ts"],
          sequence: { groupOrder: 1 },
          pool: "threads",
          isolate: false,
          maxWorkers: 1,
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
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          // What is slow by nature and breaks seldom: `npm run test:deep` runs it.
          name: "deep-workerd",
          include: ["tests/deep/workerd/*.test.ts"],
          globalSetup: ["tests/support/serve-for-tests.ts"],
          pool: "forks",
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: "deep-worlds",
          include: ["tests/deep/worlds/*.test.ts"],
          globalSetup: ["tests/support/site-for-tests.ts"],
          setupFiles: ["tests/support/own-modules.ts"],
          pool: "forks",
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
