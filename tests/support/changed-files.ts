import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as v from "valibot";

/** Beside the packages, so that other packages begin without it. */
const GREEN_FILE = "node_modules/.cache/check/green.json";
const greenSchema = v.object({ tree: v.string() });

const git = (args: string[], env: Record<string, string> = {}) =>
  execFileSync("git", args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, ...env },
  }).trim();

/** Git's hash of all files as they are now, committed or not, without those that it ignores. */
export function hashTree(): string {
  const index = `${GREEN_FILE}.index`;
  mkdirSync(dirname(index), { recursive: true });
  // A copy of git's index, as files that have not changed since are not read again.
  copyFileSync(git(["rev-parse", "--git-path", "index"]), index);
  try {
    git(["add", "--all"], { GIT_INDEX_FILE: index });
    return git(["write-tree"], { GIT_INDEX_FILE: index });
  } finally {
    rmSync(index, { force: true });
  }
}

/** The tree of the newest shared commit, which its own checks found good; undefined where nothing is shared. */
export function readSharedTree(): string | undefined {
  try {
    const commit = git(["merge-base", "HEAD", "@{upstream}"]);
    return git(["rev-parse", `${commit}^{tree}`]);
  } catch {
    return undefined;
  }
}

/** The tree of the last green check; undefined where there was none, or git has thrown it away. */
export function readGreenTree(): string | undefined {
  try {
    const { tree } = v.parse(greenSchema, JSON.parse(readFileSync(GREEN_FILE, "utf8")));
    git(["cat-file", "-e", tree]);
    return tree;
  } catch {
    return undefined;
  }
}

/** Records that everything in a tree was found good. */
export function storeGreenTree(tree: string): void {
  writeFileSync(GREEN_FILE, JSON.stringify({ tree }));
}

const changedSince = (state: string, tree: string) =>
  git(["diff", "--name-only", "--no-renames", state, tree])
    .split("\n")
    .filter((file) => file !== "");

/** The files that differ from the nearest of these trees; undefined where there is none. */
export function findChanged(tree: string, goodTrees: readonly string[]): string[] | undefined {
  const [nearest] = goodTrees
    .map((goodTree) => changedSince(goodTree, tree))
    .toSorted((a, b) => a.length - b.length);
  return nearest;
}

/** The source files of the repository, as they are now. */
export function listSources(): string[] {
  const folders = ["app", "functions", "workers", "tests"];
  return git(["ls-files", "--cached", "--others", "--exclude-standard", ...folders])
    .split("\n")
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !file.includes("/assembly/"))
    .filter((file) => existsSync(file));
}
