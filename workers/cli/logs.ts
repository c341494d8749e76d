import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { loadEnvFile, stdout } from "node:process";
import { parseArgs } from "node:util";
import { followLog, readLogLines } from "./log-file";
import { type LogLine, linePrinter } from "./log-line";
import { queryRelatedLocal, queryRelatedRemote } from "./log-relations";
import { tailWorkers } from "./log-tail";
import { exitWithMessage } from "./settings-from-shell";
import { findId, LogTrail, readName, type SubmissionName } from "./submission-log";

const USAGE =
  "npm run logs follows all lines of a local run; npm run logs -- SUBMISSION_ID shows those of one submission. --live is for what runs on Cloudflare, --follow stays with a local run, --json gives the lines as they are.";

function readCommand() {
  try {
    const options = { live: { type: "boolean" }, follow: { type: "boolean" } } as const;
    return parseArgs({
      allowPositionals: true,
      options: { ...options, json: { type: "boolean", default: false } },
    });
  } catch (error) {
    exitWithMessage(`${error instanceof Error ? error.message : error} ${USAGE}`);
  }
}

const { values, positionals } = readCommand();
const [input, ...more] = positionals;
if (more.length > 0) exitWithMessage(USAGE);

const print = linePrinter((text) => console.log(text), { json: values.json, ofMany: !input });
// The reader of a pipe, such as `head`, has closed it.
stdout.on("error", () => process.exit(0));

/** Earlier lines that are shown for context. */
const LINES_BEFORE = 20;
const LIVE_NOTE =
  "From now on, until Ctrl+C. What was before: Workers Logs in Cloudflare's dashboard";

async function followAll(stateDir: string): Promise<void> {
  const printAll = (lines: LogLine[]) => lines.forEach(print);
  if (values.live) {
    console.error(`${LIVE_NOTE}.`);
    exitWithMessage(await tailWorkers(printAll));
  }
  printAll(readLogLines(stateDir).slice(-LINES_BEFORE));
  followLog(stateDir, printAll);
}

async function showLocal(name: SubmissionName, stateDir: string): Promise<void> {
  const lines = readLogLines(stateDir);
  const trailId = findId(lines, name);
  const trail = new LogTrail(trailId ? [trailId] : []);
  // Where the first lines are no longer stored, the database has the related ids.
  if (!trail.among(lines).some(({ event }) => event === "draft.opened"))
    trail.add(await queryRelatedLocal(stateDir, name));
  const submissionLines = trail.among(lines);
  if (trail.isLost)
    exitWithMessage(
      `No submission ${input} here: neither the lines nor the database in ${stateDir} have it.`,
    );
  if (submissionLines.length === 0)
    exitWithMessage(`The lines of ${input} are no longer kept: only the latest 32 MB are.`);
  // Lines of two workers may be stored out of order.
  submissionLines.toSorted((a, b) => Number(a.ts > b.ts) - Number(a.ts < b.ts)).forEach(print);
  if (values.follow) followLog(stateDir, (newLines) => trail.among(newLines).forEach(print));
}

async function showLive(name: SubmissionName): Promise<void> {
  const relatedNames = await queryRelatedRemote(name);
  if (relatedNames.length === 0)
    exitWithMessage(`No submission ${input} in the database on Cloudflare.`);
  console.error(`${LIVE_NOTE}, by the field submissionId.`);
  const trail = new LogTrail(relatedNames);
  exitWithMessage(await tailWorkers((lines) => trail.among(lines).forEach(print)));
}

if (existsSync(".env")) loadEnvFile(".env");
try {
  const stateDir = resolve(process.env.STATE_DIR || ".wrangler/state");
  if (input === undefined) await followAll(stateDir);
  else {
    const name =
      readName(input) ??
      exitWithMessage(
        `"${input}" is no submission: give its id (26 letters and digits) or its reference (such as K7M2P-Q4X9T), as its page under /staff shows them.`,
      );
    await (values.live ? showLive(name) : showLocal(name, stateDir));
  }
} catch (error) {
  exitWithMessage(error instanceof Error ? error.message : String(error));
}
