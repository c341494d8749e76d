import { spawnSync } from "node:child_process";

/*
 * Checks the types of what browsers run against the language of the oldest that we serve
 * (`app/tsconfig.browser.json`), and prints what is younger. A page's file holds its server's side as well,
 * so the whole app is looked at, and what only workers run is left out here; `npm run types` checks it.
 */

/** What no browser runs, though its types come along. */
const SERVER = [
  /\.server\.tsx?$/,
  /^app\/api\//,
  // Tallies of millions of cells, by the site's worker alone.
  /^app\/monitoring\/figures\/histogram\.ts$/,
];

const compiler = "node_modules/typescript-native/bin/tsc";
const args = [
  compiler,
  "-p",
  "app/tsconfig.browser.json",
  "--baseUrl",
  "null",
  "--pretty",
  "false",
];
const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
});
const found = stdout.split("\n").filter((line) => /^\S+\(\d+,\d+\): error TS/.test(line));
if (error || (status !== 0 && found.length === 0)) {
  console.error(error ?? stdout + stderr);
  process.exit(1);
}
const young = found.filter((line) => {
  const [path = ""] = line.split("(");
  return !SERVER.some((pattern) => pattern.test(path));
});
if (young.length > 0) {
  console.error("Browsers that we serve lack this (see docs/browsers.md):");
  console.error(young.join("\n"));
  process.exit(1);
}
