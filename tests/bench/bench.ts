import { parseArgs } from "node:util";
import { buildLocalRun } from "../../workers/cli/serve";
import { exitWithMessage } from "../../workers/cli/settings-from-shell";
import { benchBoard } from "./bench-board";
import { benchDesk } from "./bench-desk";
import { benchGrowth } from "./bench-growth";
import { benchJobs } from "./bench-jobs";
import { benchMigrations } from "./bench-migrations";
import { benchPages } from "./bench-pages";
import { benchServer } from "./bench-server";
import { benchTaps } from "./bench-taps";
import { benchText } from "./bench-text";
import { benchWeight } from "./bench-weight";
import { benchBadLinks } from "./upload-bad-links";

// The figures are measured with stores on disk.
process.env.STORES_ON_DISK = "1";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: "boolean", default: false },
    submissions: { type: "string" },
    page: { type: "string", multiple: true },
    only: { type: "string" },
    size: { type: "string" },
    write: { type: "boolean", default: false },
    again: { type: "boolean", default: false },
  },
});

/** Parses a flag that is a number from 1 to `max`. */
function parseCount(name: string, text: string, max: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= max) return number;
  return exitWithMessage(`--${name} takes a whole number from 1 to ${max}.`);
}

/** Runs only enough to show that everything works; explicit flags take precedence. */
const { smoke, write, again } = values;
const submissions = parseCount("submissions", values.submissions ?? (smoke ? "2" : "500"), 10_000);
// Of the uploads: some of the links, with files of so many megabytes.
const only = values.only === undefined ? undefined : new RegExp(values.only);
const linkBytes =
  values.size === undefined ? undefined : parseCount("size", values.size, 209) * 1e6;

const benches: Record<string, () => Promise<boolean>> = {
  upload: () => benchBadLinks({ smoke, only, bytes: linkBytes }),
  pages: () => benchPages(smoke, values.page),
  jobs: () => benchJobs(submissions),
  server: () => benchServer(smoke),
  text: () => benchText(smoke),
  migrations: () => benchMigrations(smoke),
  desk: () => benchDesk(smoke),
  taps: () => benchTaps(),
  growth: () => benchGrowth({ smoke, write, again }),
  board: () => benchBoard(smoke),
  weight: () => benchWeight(),
};
const names = Object.keys(benches);
const unknown = positionals.find((name) => !names.includes(name));
if (unknown) exitWithMessage(`There is no benchmark "${unknown}"; there are: ${names.join(", ")}.`);

const chosen = positionals.length > 0 ? positionals : names;
let passed = true;
try {
  // The board's day needs no app.
  if (chosen.some((name) => name !== "board")) await buildLocalRun();
  for (const name of chosen) {
    const isGood = (await benches[name]?.()) !== false;
    // A smoke run is too short for any goal except the counts of jobs.
    passed = passed && (isGood || (smoke && name !== "jobs"));
  }
  if (smoke) console.log("Every benchmark that was asked for works. Its figures say nothing.");
} catch (error) {
  exitWithMessage(error instanceof Error ? error.message : String(error));
}
process.exit(passed ? 0 : 1);
