import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { loadEnvFile, stdout } from "node:process";
import { parseArgs } from "node:util";
import { errorMessage } from "./explain-failure";
import { followLog, readLogLines } from "./log-file";
import { type LogLine, linePrinter } from "./log-line";
import { tailWorkers } from "./log-tail";
import { exitWithMessage } from "./settings-from-shell";
import { createTrail, readName } from "./submission-log";

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
    exitWithMessage(`${errorMessage(error)} ${USAGE}`);
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

/** The lines to show of those given. */
function createFilter(): (lines: readonly LogLine[]) => readonly LogLine[] {
  if (input === undefined) return (lines) => lines;
  const name =
    readName(input) ??
    exitWithMessage(
      `"${input}" is no submission: give its id (26 letters and digits) or its reference (such as K7M2P-Q4X9T), as its page under /staff shows them.`,
    );
  return createTrail(name);
}

function showLocal(ownLines: ReturnType<typeof createFilter>): void {
  const stateDir = resolve(process.env.STATE_DIR || ".wrangler/state");
  const lines = ownLines(readLogLines(stateDir));
  if (input === undefined) lines.slice(-LINES_BEFORE).forEach(print);
  else if (lines.length === 0)
    exitWithMessage(`No submission ${input} here: the latest 32 MB of lines do not name it.`);
  // Lines of two workers may be stored out of order.
  else lines.toSorted((a, b) => Number(a.ts > b.ts) - Number(a.ts < b.ts)).forEach(print);
  if (input === undefined || values.follow)
    followLog(stateDir, (newLines) => ownLines(newLines).forEach(print));
}

if (existsSync(".env")) loadEnvFile(".env");
const ownLines = createFilter();
if (values.live) {
  console.error(
    "From now on, until Ctrl+C. What was before: Workers Logs in Cloudflare's dashboard, by the field submissionId.",
  );
  exitWithMessage(await tailWorkers((lines) => ownLines(lines).forEach(print)));
} else showLocal(ownLines);
