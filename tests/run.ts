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
    // Most of their time is spent waiting for workers: beside them there is room for the others.
    run.vitest("Tests in worlds of their own", "worlds"),
    // These two share the app.
    run
      .vitest("Tests in workerd", "workerd*")
      .then(() => run.playwright("Browser journeys", "journeys")),
  ]);
  run.expectEveryEvent();
});
run.finish();
