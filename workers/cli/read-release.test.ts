import { expect, test } from "vitest";
import { readRelease } from "./read-release";

const COMMIT = "0123456789\n";
const FINGERPRINT = "ab".repeat(32);

const releaseOf = (git: (...args: string[]) => string) =>
  readRelease("0.1.0", git, () => FINGERPRINT);

test("a release is its commit, and what is not committed makes another one", () => {
  const gitWith = (changes: string) => (verb?: string) => (verb === "status" ? changes : COMMIT);
  expect(releaseOf(gitWith(""))).toBe("0123456789");
  expect(releaseOf(gitWith(" M app/root.tsx\n"))).toBe("0123456789-abababab");
});

test("without git a release is the package's version with a hash of the sources", () => {
  const noGit = () => {
    throw new Error("no repository");
  };
  expect(releaseOf(noGit)).toBe("0.1.0-abababab");
});
