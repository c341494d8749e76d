import { spawnSync } from "node:child_process";

/*
 * Type-checks browser code against the language version of the oldest supported browsers
 * (`app/tsconfig.browser.json`), and prints what is newer. A page's file also holds its server code, so
 * the whole app is checked and errors in worker-only code are left out; `npm run types` checks that.
 */

/** Files that no browser runs, although their types are imported. */
const SERVER = [/\.server\.tsx?$/, /^app\/api\//];

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
