import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import * as v from "valibot";

/*
 * Prints what the second plan of the house is measured by: how many files one other alone imports,
 * which of those are so short that they need a reason, and which are too long.
 */

const SHORT = 40;
const LONG = 250;
const rooms = ["app", "functions", "workers"];
const isTest = (path: string) => /\.test\.tsx?$/.test(path);

const graphSchema = v.object({
  modules: v.array(v.object({ source: v.string(), dependents: v.array(v.string()) })),
});
const options = ["--config", ".dependency-cruiser.cjs", "--output-type", "json"];
const graph = execFileSync("npx", ["depcruise", ...options, ...rooms], {
  encoding: "utf8",
  maxBuffer: 512 * 1024 * 1024,
});

const inRooms = new RegExp(`^(${rooms.join("|")})/.*\\.(ts|tsx|mjs)$`);
const files = v
  .parse(graphSchema, JSON.parse(graph))
  .modules.filter(({ source }) => inRooms.test(source) && !source.endsWith(".d.ts"))
  .filter(({ source }) => !isTest(source))
  .map(({ source, dependents }) => ({
    path: source,
    importers: dependents.filter((path) => !isTest(path) && !path.startsWith("tests/")),
    lines: readFileSync(source, "utf8").split("\n").length - 1,
  }));

const withOne = files.filter(({ importers }) => importers.length === 1);
const share = ((100 * withOne.length) / files.length).toFixed(1);
console.log(`${files.length} files, ${withOne.length} of them imported by one other: ${share} %`);

const [needReason, long] = [
  withOne.filter(
    ({ path, lines, importers: [only = ""] }) => lines < SHORT && dirname(only) === dirname(path),
  ),
  files.filter(({ lines }) => lines > LONG),
];
console.log(`\n${needReason.length} under ${SHORT} lines that one neighbour alone imports:`);
for (const { path, lines, importers } of needReason) console.log(`${lines} ${path} ← ${importers}`);
console.log(`\n${long.length} over ${LONG} lines:`);
for (const { path, lines } of long) console.log(`${lines} ${path}`);
