import { demoSettings } from "./demo-team";
import { migrate } from "./migrate-local";
import { onParentExit } from "./on-parent-exit";
import { seedDemoArtist } from "./seed-demo-artist";
import { buildLocalRun, printLogLine, startSweepTimer } from "./serve";
import {
  exitForError,
  passcodeLine,
  readLocalRun,
  warnOfUnknownSettings,
} from "./settings-from-shell";
import { superviseCommand } from "./supervisor";

onParentExit(() => process.exit(1));
const run = readLocalRun(process.env, demoSettings);
warnOfUnknownSettings(process.env);
const address = `http://localhost:${run.port}`;
let demo: string | undefined;

try {
  await buildLocalRun(console.log);
  console.log("Bringing the database up to date …");
  await migrate(run);
  console.log("Starting site, jobs worker and sandbox …");
  await superviseCommand(run, run.logsToTerminal ? printLogLine : () => undefined);
  startSweepTimer(run);
  demo = await seedDemoArtist(run);
} catch (error) {
  exitForError(error);
}

console.log(`
The artist portal is running at ${address}

  Try first   ${address}/submit                  send a single through the four steps
  Then see    ${address}/sandbox/monday/items    what the team finds on its board
  Health      ${address}/api/health              what runs, and what is connected
  Artist      ${address}/dashboard               the portal of an artist${demo ? ", signed in as the demo artist" : ""}
  Staff       ${address}/staff                   where submissions are opened and closed

${[passcodeLine(run), ...(demo ? [demo] : [])].join("\n")}

Log lines are in ${run.stateDir}/logs: \`npm run logs\` follows them${run.logsToTerminal ? "" : ", LOG=1 prints them here"}.
State is kept in ${run.stateDir}. Stop with Ctrl+C.
`);
