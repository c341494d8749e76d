import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, parse } from "node:path";
import * as v from "valibot";

/*
 * Prints the size of each room, how many files have only one importer, which of those are so short that
 * they need a reason (and the reason), and which files are too long. Fails when a short file has no
 * reason.
 */

const SHORT = 40;
const LONG = 250;
const rooms = ["app", "functions", "workers"];
const isTest = (path: string) => /\.test\.tsx?$|^tests\//.test(path);
const readLines = (path: string) => readFileSync(path, "utf8").split("\n").slice(0, -1);

const graphSchema = v.object({
  modules: v.array(v.object({ source: v.string(), dependents: v.array(v.string()) })),
});
const options = ["--config", ".dependency-cruiser.cjs", "--output-type", "json"];
const graph = execFileSync("npx", ["depcruise", ...options, ...rooms], {
  encoding: "utf8",
  maxBuffer: 512 * 1024 * 1024,
});

const roomPattern = new RegExp(`^(${rooms.join("|")})/.*\\.(ts|tsx|mjs)$`);
const files = v
  .parse(graphSchema, JSON.parse(graph))
  .modules.filter(({ source }) => roomPattern.test(source) && !source.endsWith(".d.ts"))
  .filter(({ source }) => !isTest(source))
  .map(({ source, dependents }) => {
    const text = readLines(source);
    return {
      path: source,
      importers: dependents.filter((path) => !isTest(path)),
      lines: text.length,
      comments: text.filter((line) => /^\s*(\/\/|\/?\*|\{\/\*)/.test(line)).length,
      exports: text.filter((line) => line.startsWith("export ")).length,
    };
  });

/** Of `app` and `workers`, each folder is a room; of features and the domain, each folder in them. */
const roomOf = (path: string) =>
  /^(app\/(features|domain)|app|workers)\/[^/]+(?=\/)|^\w+/.exec(path)?.[0] ?? path;

const listing = ["ls-files", "--cached", "--others", "--exclude-standard", ...rooms, "tests"];
const otherFiles = execFileSync("git", listing, { encoding: "utf8" })
  .split("\n")
  .filter((path) => existsSync(path) && /\.(tsx?|mjs|css)$/.test(path))
  .map((path) => ({ path, lines: readLines(path).length }));

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
const percent = (part: number, whole: number) => Math.round((100 * part) / Math.max(1, whole));

/** A row of the table: of the files whose paths fit. */
function measureRoom(isInRoom: (path: string) => boolean) {
  const sources = files.filter(({ path }) => isInRoom(path));
  const others = otherFiles.filter(({ path }) => isInRoom(path));
  const styles = others.filter(({ path }) => path.endsWith(".css"));
  const tests = others.filter(({ path }) => isTest(path) && !path.endsWith(".css"));
  const lines = sumOf(sources.map((file) => file.lines));
  const exportsCount = sumOf(sources.map((file) => file.exports));
  return {
    files: sources.length,
    lines,
    "test files": tests.length,
    "test lines": sumOf(tests.map((file) => file.lines)),
    "CSS lines": sumOf(styles.map((file) => file.lines)),
    "comments %": percent(sumOf(sources.map((file) => file.comments)), lines),
    "one importer %": percent(
      sources.filter(({ importers }) => importers.length === 1).length,
      sources.length,
    ),
    "exports/file": Math.round((10 * exportsCount) / Math.max(1, sources.length)) / 10,
    [`over ${LONG}`]: sources.filter((file) => file.lines > LONG).length,
  };
}

const names = [...new Set([...files, ...otherFiles].map(({ path }) => roomOf(path)))].sort();
console.table({
  ...Object.fromEntries(
    names.map((name) => [name, measureRoom((path) => roomOf(path) === name)] as const),
  ),
  total: measureRoom(() => true),
});

const withOne = files.filter(({ importers }) => importers.length === 1);
const share = ((100 * withOne.length) / files.length).toFixed(1);
console.log(`${files.length} files, ${withOne.length} of them imported by one other: ${share} %`);

/** Importers for which the plan intends one file per item. */
const INTENDED_IMPORTERS: readonly (readonly [what: string, importer: RegExp])[] = [
  ["a route's page, or what it reads", /^app\/routes\//],
  ["a handler of the API", /^app\/api\/router\.ts$/],
  ["a kind of job", /^workers\/jobs\/job-kinds\.ts$/],
  ["a third party of the sandbox", /^workers\/sandbox\/index\.ts$/],
];
let others = withOne;
for (const [description, importer] of INTENDED_IMPORTERS) {
  const [plannedFiles, rest] = [true, false].map((is) =>
    others.filter(({ importers: [only = ""] }) => importer.test(only) === is),
  );
  console.log(`  ${plannedFiles?.length} are ${description}: the plan asks for a file each`);
  others = rest ?? [];
}
const leftPercent = ((100 * others.length) / files.length).toFixed(1);
console.log(`  ${others.length} others: ${leftPercent} %`);

const [needReason, long] = [
  withOne.filter(
    ({ path, lines, importers: [only = ""] }) => lines < SHORT && dirname(only) === dirname(path),
  ),
  files.filter(({ lines }) => lines > LONG),
];

const TOO_MUCH = 200;
const linesByPath = new Map(files.map(({ path, lines }) => [path, lines]));

interface Short {
  path: string;
  lines: number;
  /** Its only importer. */
  only: string;
}

const loadsLater = ({ path, only }: Short) =>
  readFileSync(only, "utf8").includes(`import("./${parse(path).name}")`);
const hasTest = ({ path }: Short) => existsSync(path.replace(/\.\w+$/, ".test.ts"));

/** Why a short file is separate from its only importer. */
const REASONS: readonly (readonly [reason: string, holds: (file: Short) => boolean])[] = [
  ...INTENDED_IMPORTERS.map(
    ([description, importer]) =>
      [`it is ${description}`, ({ only }: Short) => importer.test(only)] as const,
  ),
  ["migrations are made of tables by that name", ({ path }) => /-tables\.server\.ts$/.test(path)],
  ["a file at the edge has fewer than 60 lines", ({ path }) => path.startsWith("functions/")],
  ["a composition root has fewer than 80 lines", ({ only }) => /\/environment\.ts$/.test(only)],
  ["its name keeps it from the server's bundle", ({ path }) => path.endsWith(".client.ts")],
  ["it is loaded when it is needed", loadsLater],
  ["it has a test of its own", hasTest],
  ["it mends one of Node's tools, and can go whole", ({ path }) => path.endsWith(".mjs")],
  ["its folder is compiled by itself", ({ path }) => path.includes("/assembly/")],
  [
    `with it, its neighbour would have over ${TOO_MUCH} lines`,
    ({ only, lines }) => lines + (linesByPath.get(only) ?? 0) > TOO_MUCH,
  ],
];

console.log(`\n${needReason.length} under ${SHORT} lines that one neighbour alone imports:`);
for (const { path, lines, importers } of needReason) {
  const [only = ""] = importers;
  const [reason] = REASONS.find(([, holds]) => holds({ path, lines, only })) ?? ["NO REASON"];
  if (reason === "NO REASON") process.exitCode = 1;
  console.log(`${lines} ${path} ← ${only}: ${reason}`);
}
console.log(`\n${long.length} over ${LONG} lines:`);
for (const { path, lines } of long) console.log(`${lines} ${path}`);
