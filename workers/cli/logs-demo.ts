import { setTimeout as sleep } from "node:timers/promises";
import { demoDay } from "./demo-day";
import { linePrinter, readLogLine } from "./log-line";

// Slow on a terminal, so that it can be read; without delay into a pipe.
const json = process.argv.includes("--json");
const paceMs = process.stdout.isTTY && !json ? 40 : 0;
process.stdout.on("error", () => process.exit(0));

const print = linePrinter((text) => console.log(text), { ofMany: true, json });
for (const entry of demoDay()) {
  if ("note" in entry) {
    if (!json) console.log(`\n— ${entry.note}`);
    continue;
  }
  const line = readLogLine(JSON.stringify(entry));
  if (line) print(line);
  if (paceMs > 0) await sleep(paceMs);
}
