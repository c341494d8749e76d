import { defineConfig } from "playwright/test";
import { BROWSER_FLAGS, findBrowser } from "./tests/support/find-browser";

export default defineConfig({
  testDir: "tests",
  testMatch: ["e2e/*.spec.ts", "deep/e2e/*.spec.ts"],
  // Tagged journeys and those in `tests/deep` are parts of `npm run test:deep`. A pattern meets the
  // path of the file, too.
  projects: [
    { name: "journeys", testMatch: "e2e/*.spec.ts", testIgnore: "deep/**", grepInvert: /@deep-/ },
    { name: "controls", grep: /deep\/e2e\/|@deep-controls/, grepInvert: /@deep-(?!controls)/ },
    { name: "links", grep: /@deep-links/ },
    { name: "pages", grep: /@deep-pages/ },
    { name: "browsers", grep: /@deep-browsers/ },
  ],
  outputDir: "test-results",
  // A machine that is full decides no test.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  workers: 3,
  // For tests that met the local run's proxy; `npm test` counts any other second try as a failure.
  retries: 1,
  forbidOnly: true,
  // Where so many fail, the rest would only take time to say the same.
  maxFailures: 12,
  globalSetup: "./tests/support/serve-for-tests.ts",
  use: {
    // What a journey did that passed only at its second try can be looked at. Snapshots would run
    // scripts in frames that allow none.
    trace: {
      mode: "retain-on-first-failure",
      screenshots: false,
      snapshots: false,
      sources: false,
    },
    viewport: { width: 360, height: 740 },
    actionTimeout: 30_000,
    // A worker of the page's would answer before the routes that tests put in the way.
    serviceWorkers: "block",
    launchOptions: { executablePath: findBrowser(), args: BROWSER_FLAGS },
  },
});
