import { watchBrowserWorkers } from "./browser-workers";
import { buildClipConverter } from "./clip-converter";
import { servePagesAsBuilt } from "./pack-scripts";
import { whenOrphaned } from "./parents";
import { startTool } from "./processes";
import { keepSweeping, migrate, printLogLine, serve, tieTo } from "./serve";
import { passcodeLine, readLocalRun, stopWith } from "./settings-from-shell";

// The same as `npm start`, but rebuilt on every change and reloaded in the browser. Remix's dev
// server builds, starts the workers by calling this file again, and reads their output to know
// when a new build is served. Here the shortcuts of a developer are on unless the shell says no.
whenOrphaned(() => process.exit(1));
const run = readLocalRun(process.env, { DEV_TOOLS: "1" });

async function startWorkers(): Promise<void> {
  const devReady = (line: string) => line.includes("[REMIX DEV]") && console.log(line);
  tieTo(await serve(run, (line) => devReady(line) || printLogLine(line)));
  keepSweeping(run);
  const address = `http://localhost:${run.port}`;
  console.log(`\nThe artist portal is running at ${address}, live.\n\n${passcodeLine(run)}\n`);
}

async function startDevServer(): Promise<void> {
  await migrate(run);
  await watchBrowserWorkers();
  await buildClipConverter();
  servePagesAsBuilt();
  const workers = "tsx workers/commands/dev.ts workers";
  const env = { ...process.env, NODE_ENV: "development" } as Record<string, string>;
  const child = startTool("remix", ["dev", "--manual", "--command", workers], env, "inherit");
  tieTo(child);
}

try {
  await (process.argv[2] === "workers" ? startWorkers() : startDevServer());
} catch (error) {
  stopWith(error instanceof Error ? error.message : String(error));
}
