import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { missingFirefox } from "./support/firefox-driver";
import { DEEP_PARTS, type DeepPart } from "./support/rooms";
import { TestRun } from "./support/test-run";
import { missingWebKit } from "./support/webkit-driver";

const { values } = parseArgs({ options: { part: { type: "string", multiple: true } } });
const strange = values.part?.find((name) => !DEEP_PARTS.some((part) => part === name));
if (strange) {
  console.log(`There is no part "${strange}"; there are: ${DEEP_PARTS.join(", ")}.`);
  process.exit(2);
}
const isWanted = (part: DeepPart) => values.part === undefined || values.part.includes(part);

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
function unitTestsOn(major: string): Promise<void> {
  const binary = `node-${process.platform}-${process.arch}@${major}`;
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "unit*", "--reporter=dot"];
  const command = ["npx", "--yes", "--package", binary, "--", "node", ...vitest];
  return run.check(`Unit tests on Node ${major}`, command, { TEST_DEEP: "" });
}

const needsBrowser = (["links", "controls", "pages", "browsers"] as const).some(isWanted);
if (needsBrowser) run.findBrowser();
if (needsBrowser || isWanted("fuzz"))
  await run.withApp(async () => {
    if (isWanted("links")) await run.playwright("Links at real figures", "links");
    if (isWanted("controls")) await run.playwright("Every control", "controls");
    if (isWanted("pages")) await run.playwright("Every page in every state", "pages");
    if (isWanted("browsers")) {
      const env = { SCRIPT_FREE: "chromium" };
      const only = ["--project=controls", "--grep", "JavaScript off"];
      await run.playwright("Script-free journeys in Chromium", "journeys", only, env);
      for (const missing of [missingFirefox(), missingWebKit()])
        if (missing) console.log(`\n${missing} Its journeys are skipped.`);
      // Each is a whole browser of its own, and measures by the speed of its link.
      await run.playwright("The main job in Firefox and WebKit", "browsers", ["--workers=1"]);
    }
    if (isWanted("fuzz")) {
      await run.vitest("Workerd, at length", "deep-workerd");
      await run.vitest("Worlds, at length", "deep-worlds");
      await run.vitest("Worlds, every seed", "worlds", findSeededTests());
    }
  });
if (isWanted("fuzz")) {
  await run.vitest("Unit tests, every case", "unit*");
  await run.check("Hostile requests", ["npx", "tsx", "tests/hostile/hostile.ts"]);
}
if (isWanted("node")) for (const major of OTHER_NODES) await unitTestsOn(major);
if (isWanted("bench")) {
  await run.check("Bench: each as small as can be", [
    ...["npx", "tsx", "tests/bench/bench.ts", "--smoke"],
  ]);
  // Besides times, it counts items, confirmations and failures.
  await run.check("Bench: jobs", [
    ...["npx", "tsx", "tests/bench/bench.ts", "jobs", "--submissions", "50"],
  ]);
}
run.finish();
