import { whenOrphaned } from "./parents";
import { buildSite, keepSweeping, migrate, printLogLine, serve, tieTo } from "./serve";
import { passcodeLine, readLocalRun, stopWith } from "./settings-from-shell";

whenOrphaned(() => process.exit(1));
const run = readLocalRun();
const address = `http://localhost:${run.port}`;

try {
  console.log("Building the site …");
  await buildSite();
  console.log("Bringing the database up to date …");
  await migrate(run);
  console.log("Starting site, jobs worker and sandbox …");
  tieTo(await serve(run, printLogLine));
  keepSweeping(run);
} catch (error) {
  stopWith(error instanceof Error ? error.message : String(error));
}

console.log(`
The artist portal is running at ${address}

  Try first   ${address}/submit                  send a single through the four steps
  Then see    ${address}/sandbox/monday/items    what the team finds on its board
  Health      ${address}/api/health              what runs, and what is connected
  Staff       ${address}/staff                   where submissions are opened and closed

${passcodeLine(run)}

State is kept in ${run.stateDir}. Stop with Ctrl+C.
`);
