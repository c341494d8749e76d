import { watchBrowserWorkers } from "./browser-workers";
import { buildClipConverter } from "./clip-converter";
import { onParentExit } from "./on-parent-exit";
import { optimizeImages } from "./optimize-images";
import { servePagesAsBuilt } from "./pack-scripts";
import { buildPlainStyles } from "./plain-styles";
import { startTool } from "./processes";
import { seedDemoArtist } from "./seed-demo-artist";
import { exitTogether, migrate, printLogLine, serve, startSweepTimer } from "./serve";
import {
  exitWithMessage,
  passcodeLine,
  readLocalRun,
  warnOfUnknownSettings,
} from "./settings-from-shell";

// The same as `npm start`, but rebuilt on every change and reloaded in the browser. Remix's dev
// server builds, starts the workers by calling this file again, and reads their output to know
// when a new build is served. Here the shortcuts of a developer are on unless the shell says no,
// and no browser keeps the form, which would be of an earlier build.
onParentExit(() => process.exit(1));
const run = readLocalRun(process.env, { DEV_TOOLS: "1", DEMO_ARTIST: "1", OFFLINE_FORM: "0" });

async function startWorkers(): Promise<void> {
  const devReady = (line: string) => line.includes("[REMIX DEV]") && console.log(line);
  const onLine = (line: string) => devReady(line) || printLogLine(line);
  exitTogether(await serve(run, onLine, { watching: true }));
  startSweepTimer(run);
  const address = `http://localhost:${run.port}`;
  const signIns = [passcodeLine(run), await seedDemoArtist(run)].filter(Boolean).join("\n");
  console.log(`\nThe artist portal is running at ${address}, live.\n\n${signIns}\n`);
}

async function startDevServer(): Promise<void> {
  warnOfUnknownSettings(process.env);
  await migrate(run);
  await watchBrowserWorkers();
  await buildClipConverter();
  await optimizeImages();
  buildPlainStyles();
  servePagesAsBuilt();
  const workers = "tsx workers/commands/dev.ts workers";
  const env = { ...process.env, NODE_ENV: "development" } as Record<string, string>;
  const child = startTool("remix", ["dev", "--manual", "--command", workers], env, "inherit");
  exitTogether(child);
}

try {
  await (process.argv[2] === "workers" ? startWorkers() : startDevServer());
} catch (error) {
  exitWithMessage(error instanceof Error ? error.message : String(error));
}
