import { execFileSync } from "node:child_process";
import { sourceFingerprint } from "./build-fingerprint";

/** Runs git in the project's folder. @throws Error where there is no git or no repository. */
type RunGit = (...args: string[]) => string;

const runGit: RunGit = (...args) =>
  execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

/** A deployment writes ids into these files, which are no other code. */
const WITHOUT_CONFIGS = [".", ":(exclude)wrangler*.toml", ":(exclude)workers/jobs/wrangler*.toml"];

/** Cloudflare takes tags of up to 25 characters. */
const FINGERPRINT_CHARACTERS = 8;

/**
 * The name of the code in this folder: its commit, followed by a hash of the sources where something is
 * not committed. Without git it is the package's version and the hash.
 */
export function readRelease(
  packageVersion: string,
  git: RunGit = runGit,
  fingerprint: () => string = sourceFingerprint,
): string {
  const withHash = (name: string) => `${name}-${fingerprint().slice(0, FINGERPRINT_CHARACTERS)}`;
  try {
    const commit = git("rev-parse", "--short=10", "HEAD").trim();
    const changes = git("status", "--porcelain", "--", ...WITHOUT_CONFIGS);
    return changes.trim() === "" ? commit : withHash(commit);
  } catch {
    return withHash(packageVersion);
  }
}
