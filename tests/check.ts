import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import {
  findChanged,
  hashTree,
  listSources,
  readGreenTree,
  readSharedTree,
  storeGreenTree,
} from "./support/changed-files";
import { findJourneys, findUnitTests } from "./support/check-selection";
import { findAffected, readImporters } from "./support/module-graph";
import { findRooms } from "./support/rooms";

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

/** A change here may change what the tools say of any file. */
const TOOLS =
  /^(?:package(?:-lock)?\.json|biome\.json|\.dependency-cruiser\.cjs|[^/]+\.config\.ts)$/;

const tree = hashTree();
const goodTrees = [readGreenTree(), readSharedTree()].flatMap((goodTree) => goodTree ?? []);
const knownChanges = findChanged(tree, goodTrees);
if (knownChanges?.length === 0) {
  console.log("Nothing differs from the last green check, or from the main that others have.");
  process.exit(0);
}

const changed = knownChanges ?? [];
const present = changed.filter((file) => existsSync(file));
const sources = listSources();
const importers = await readImporters(sources);
const affected = findAffected(present, importers);
const checksAll = knownChanges === undefined || changed.some((file) => TOOLS.test(file));

const style: Step = checksAll
  ? script("lint:style")
  : [
      "lint:style of what changed",
      [
        ...["npx", "biome", "check", "--error-on-warnings", "--no-errors-on-unmatched"],
        ...["--files-ignore-unknown=true", ...present],
      ],
    ];
// What they import is followed, so that circles through them are found, too.
const modules = present.filter((file) => sources.includes(file));
const cruise = ["npx", "depcruise", "--config", ".dependency-cruiser.cjs", ...modules];
const imports: Step = checksAll
  ? script("lint:imports")
  : ["lint:imports of what changed", modules.length > 0 ? cruise : ["true"]];

const { chosen, left } = findUnitTests(affected, sources);
const vitest = ["npx", "vitest", "run", "--project", "unit*", "--passWithNoTests"];
const tests: Step = checksAll
  ? ["unit tests", vitest]
  : [`${chosen.length} files of unit tests`, [...vitest, ...chosen]];

const tags = findJourneys(present, importers);
const journeys: Step[] = tags.map((tag) => [
  `journeys ${tag}`,
  [
    ...["npx", "playwright", "test", "--project=journeys"],
    ...["--grep", `${tag}\\b`, "--reporter=line"],
  ],
]);

// Two at a time, one for each of two cores.
const results = await Promise.all([
  runInOrder(...journeys, script("lint:unused")),
  runInOrder(script("types"), style, imports, tests),
]);
const isGood = results.every(Boolean);
if (isGood) storeGreenTree(tree);
if (left > 0 && !checksAll) console.log(`${left} more files of unit tests look at it from afar.`);
// A changed test does not count as a change of its room.
const rooms = findRooms(changed.filter((file) => !file.includes(".test.")));
const parts = [...new Set(rooms.flatMap((room) => room.parts))];
if (rooms.length > 0)
  console.log(
    `Changed: ${rooms.map(({ name }) => name).join(", ")}. Before it lands: npm test, and npm run test:deep -- ${parts
      .map((part) => `--part ${part}`)
      .join(" ")}`,
  );
process.exit(isGood ? 0 : 1);
