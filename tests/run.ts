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
    // They mostly wait for workers, so the others can run at the same time.
    run.vitest("Tests in worlds of their own", "worlds"),
    // These two share the app.
    run
      .vitest("Tests in workerd", "workerd*")
      .then(() => run.playwright("Browser journeys", "journeys")),
  ]);
  run.expectEveryEvent();
});
run.finish();
