import { execFileSync, spawn } from "node:child_process";
import { findRooms } from "./support/rooms";

const git = (...args: string[]) =>
  execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/** The newest shared commit: later commits and uncommitted files count as changed. */
function findBase(): string {
  try {
    return git("merge-base", "HEAD", "@{upstream}");
  } catch {
    return "HEAD";
  }
}

/** Runs a command; prints its output only when it has ended, so that outputs do not mix. */
function run(name: string, command: string[]): Promise<boolean> {
  const [program = "", ...args] = command;
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.on("error", () => resolve(false));
    child.on("close", (code) => {
      if (code !== 0) console.log(output);
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
      console.log(`${code === 0 ? "ok    " : "FAILED"} ${name}, ${seconds} s`);
      resolve(code === 0);
    });
  });
}

type Step = [name: string, command: string[]];
const script = (name: string): Step => [name, ["npm", "run", "--silent", name]];

/** Runs all commands one after the other, also when an earlier one fails. */
async function runInOrder(...steps: Step[]): Promise<boolean> {
  let isGood = true;
  for (const [name, command] of steps) isGood = (await run(name, command)) && isGood;
  return isGood;
}

const base = findBase();
const files = [
  ...git("diff", "--name-only", base).split("\n"),
  ...git("ls-files", "--others", "--exclude-standard").split("\n"),
].filter((file) => file !== "");
// A changed test does not count as a change of its room.
const rooms = findRooms(files.filter((file) => !file.includes(".test.")));
const tags = [...new Set(rooms.flatMap((room) => room.tags))];
const parts = [...new Set(rooms.flatMap((room) => room.parts))];

const relatedTests = ["npx", "vitest", "run", "--project", "unit*", "--changed", base];
const journeys: Step[] =
  tags.length === 0
    ? []
    : [
        [
          `journeys ${tags.join(" ")}`,
          [
            ...["npx", "playwright", "test", "--project=journeys"],
            ...["--grep", tags.map((tag) => `${tag}\\b`).join("|"), "--reporter=line"],
          ],
        ],
      ];

// Two at a time, one for each of two cores.
const results = await Promise.all([
  runInOrder(...journeys, script("lint:unused")),
  runInOrder(
    script("types"),
    script("lint:style"),
    ["tests of what changed", [...relatedTests, "--passWithNoTests"]],
    script("lint:imports"),
  ),
]);
if (rooms.length > 0)
  console.log(
    `Changed: ${rooms.map(({ name }) => name).join(", ")}. Before it lands: npm test, and npm run test:deep -- ${parts
      .map((part) => `--part ${part}`)
      .join(" ")}`,
  );
process.exit(results.every(Boolean) ? 0 : 1);
