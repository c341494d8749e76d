import { startTool, stopTool } from "./processes";
import { buildSite, migrate, printLogLine, serve, tieTo } from "./serve";
import { readLocalRun, stopWith } from "./settings-from-shell";

// The same as `npm start`, but rebuilt on every change: Remix writes build/, wrangler sees it.
const run = readLocalRun();

try {
  await buildSite();
  await migrate(run);
  const child = await serve(run, printLogLine);
  const watcher = startTool("remix", ["watch"], { NODE_ENV: "development" }, "inherit");
  process.on("exit", () => stopTool(watcher));
  tieTo(child);
} catch (error) {
  stopWith(error instanceof Error ? error.message : String(error));
}

console.log(
  `\nThe artist portal is running at http://localhost:${run.port}, rebuilt on every change.\n`,
);
