import { TestRun } from "./support/test-run";

const run = new TestRun();
run.findBrowser();
await Promise.all([
  run.check("Types", ["npm", "run", "--silent", "types"]),
  run.check("Lint: style", ["npm", "run", "--silent", "lint:style"]),
  run.check("Lint: imports", ["npm", "run", "--silent", "lint:imports"]),
  run.check("Lint: unused", ["npm", "run", "--silent", "lint:unused"]),
  run.vitest("Unit tests", "unit*"),
]);
await run.withApp(async () => {
  await Promise.all([
    // The others wait for pages and timers a third of the time, and this uses it.
    run.vitest("Tests in worlds of their own", "worlds", [], true),
    // These two share the app.
    run
      .vitest("Tests in workerd", "workerd*")
      .then(() => run.playwright("Browser journeys", "journeys")),
  ]);
  run.expectEveryEvent();
});
run.finish();
