import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { HOW_TO_GET_SCHEMAS } from "./support/ddex-schemas";
import { choosePiece, type DeepStep, piecesOf } from "./support/deep-pieces";
import { missingFirefox } from "./support/firefox-driver";
import { DEEP_PARTS } from "./support/rooms";
import { TestRun } from "./support/test-run";
import { missingWebKit } from "./support/webkit-driver";

const { values } = parseArgs({
  options: {
    part: { type: "string", multiple: true },
    "piece-of": { type: "string" },
    packages: { type: "boolean", default: false },
  },
});
const strange = values.part?.find((name) => !DEEP_PARTS.some((part) => part === name));
if (strange) {
  console.log(`There is no part "${strange}"; there are: ${DEEP_PARTS.join(", ")}.`);
  process.exit(2);
}

process.env.TEST_DEEP = "1";
const run = new TestRun();
const { node } = process.versions;

/** The test files in `worlds` that try more cases in this run than in `npm test`. */
function findSeededTests(): string[] {
  const folder = "tests/workerd/worlds";
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => readFileSync(path, "utf8").includes("deepRuns("));
}

/** The major versions of Node that have to work, except the one that runs this. */
const OTHER_NODES = ["20", "22", "24", "26"].filter((major) => major !== node.split(".")[0]);

/** Runs the unit tests on another Node, from the package registry. */
function unitTestsOn(major: string, shard: string[]): Promise<void> {
  const binary = `node-${process.platform}-${process.arch}@${major}`;
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "unit*", "--reporter=dot"];
  const command = ["npx", "--yes", "--package", binary, "--", "node", ...vitest, ...shard];
  return run.check(`Unit tests on Node ${major}`, command, { TEST_DEEP: "" });
}

const bench = (name: string, ...args: string[]) =>
  run.check(name, ["npx", "tsx", "tests/bench/bench.ts", ...args]);

const steps: DeepStep[] = [
  ...(
    [
      ["links", "Links at real figures", 4],
      ["controls", "Every control", 6],
      ["pages", "Every page in every state", 6],
    ] as const
  ).map(([part, name, pieces]) => ({
    ...{ part, name, pieces, needsApp: true },
    run: (shard: string[]) => run.playwright(name, part, shard),
  })),
  {
    part: "pages",
    name: "Every page by the Nu checker",
    pieces: 1,
    packages: ["default-jre-headless"],
    needsApp: true,
    run: () => run.vitest("Every page by the Nu checker", "deep-workerd", ["nu-checker"]),
  },
  {
    part: "browsers",
    name: "Script-free journeys in Chromium",
    pieces: 5,
    needsApp: true,
    run: (shard) => {
      const only = ["--project=controls", "--grep", "JavaScript off", ...shard];
      const env = { SCRIPT_FREE: "chromium" };
      return run.playwright("Script-free journeys in Chromium", "journeys", only, env);
    },
  },
  {
    part: "browsers",
    name: "The main job in Firefox and WebKit",
    pieces: 1,
    packages: ["firefox-esr", "webkit2gtk-driver", "xvfb", "xauth"],
    needsApp: true,
    run: () => {
      for (const missing of [missingFirefox(), missingWebKit()])
        if (missing) console.log(`\n${missing} Its journeys are skipped.`);
      // Each is a whole browser of its own, and measures by the speed of its link.
      return run.playwright("The main job in Firefox and WebKit", "browsers", ["--workers=1"]);
    },
  },
  {
    part: "fuzz",
    name: "Workerd, at length",
    pieces: 1,
    needsApp: true,
    run: () => run.vitest("Workerd, at length", "deep-workerd", ["large-files"]),
  },
  {
    part: "fuzz",
    name: "Worlds, at length",
    pieces: 3,
    needsApp: true,
    run: (shard) => run.vitest("Worlds, at length", "deep-worlds", shard),
  },
  {
    part: "fuzz",
    name: "Worlds, every seed",
    pieces: 4,
    needsApp: true,
    run: (shard) => run.vitest("Worlds, every seed", "worlds", [...findSeededTests(), ...shard]),
  },
  {
    part: "fuzz",
    name: "Unit tests, every case",
    pieces: 2,
    needsApp: false,
    run: (shard) => run.vitest("Unit tests, every case", "unit*", shard),
  },
  {
    part: "fuzz",
    name: "Messages by DDEX's schemas",
    pieces: 1,
    needsApp: false,
    run: async () => {
      const folder = process.env.DDEX_SCHEMAS;
      if (folder)
        return run.check("Messages by DDEX's schemas", [
          "npx",
          "tsx",
          "tests/ddex-validate.ts",
          folder,
        ]);
      console.log(
        `\nMessages are not checked by DDEX's schemas: DDEX_SCHEMAS names no folder. ${HOW_TO_GET_SCHEMAS}`,
      );
    },
  },
  {
    part: "fuzz",
    name: "Sheets in LibreOffice",
    pieces: 1,
    packages: ["libreoffice-calc-nogui"],
    needsApp: true,
    run: () => run.vitest("Sheets in LibreOffice", "deep-workerd", ["sheets-in-libreoffice"]),
  },
  {
    part: "fuzz",
    name: "Hostile requests",
    pieces: 1,
    needsApp: false,
    run: () => run.check("Hostile requests", ["npx", "tsx", "tests/hostile/hostile.ts"]),
  },
  ...OTHER_NODES.map(
    (major): DeepStep => ({
      part: "node",
      name: `Unit tests on Node ${major}`,
      pieces: 1,
      needsApp: false,
      run: (shard) => unitTestsOn(major, shard),
    }),
  ),
  {
    part: "bench",
    name: "Bench: each as small as can be",
    pieces: 1,
    packages: ["sox"],
    needsApp: false,
    run: () => bench("Bench: each as small as can be", "--smoke"),
  },
  {
    part: "bench",
    name: "Bench: jobs",
    pieces: 1,
    needsApp: false,
    // Besides times, it counts items, confirmations and failures.
    run: () => bench("Bench: jobs", "jobs", "--submissions", "50"),
  },
];

const pieces = piecesOf(steps);
const commit = values["piece-of"];
const piece = commit === undefined ? undefined : choosePiece(commit, pieces);
if (commit !== undefined && !piece) {
  console.log(`"${commit}" is no hash of a commit.`);
  process.exit(2);
}
if (values.packages) {
  console.log((piece?.step.packages ?? []).join(" "));
  process.exit(0);
}
const chosen = piece
  ? [piece]
  : steps
      .filter(({ part }) => values.part === undefined || values.part.includes(part))
      .map((step) => ({ step, shard: [] }));
if (piece)
  console.log(`Piece ${pieces.indexOf(piece) + 1} of ${pieces.length}: ${piece.step.name}`);

const isBrowserStep = ({ step }: (typeof chosen)[number]) =>
  ["links", "controls", "pages", "browsers"].includes(step.part);
if (chosen.some(isBrowserStep)) run.findBrowser();
const onApp = chosen.filter(({ step }) => step.needsApp);
if (onApp.length > 0)
  await run.withApp(async () => {
    for (const { step, shard } of onApp) await step.run(shard);
  });
for (const { step, shard } of chosen) if (!step.needsApp) await step.run(shard);
run.finish();
