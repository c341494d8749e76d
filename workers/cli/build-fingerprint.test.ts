import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sourceFingerprint } from "./build-fingerprint";

const folder = mkdtempSync(join(tmpdir(), "artist-portal-fingerprint-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** A checkout of a few files, with one more file than the others have. */
function checkoutWith(path: string, text: string): string {
  const root = mkdtempSync(join(folder, "checkout-"));
  write(root, "app/root.tsx", "root");
  write(root, "package-lock.json", "{}");
  write(root, path, text);
  return root;
}

test.each([
  ...["app/root.tsx", "app/routes/new.tsx", "app/ui/theme/tokens.css", "vite.config.ts"],
  ...["public/icon.svg", "public/cards/home.png", "package-lock.json", "wrangler.toml"],
  ...["workers/jobs/index.ts", "workers/jobs/wrangler.toml", "functions/site.ts"],
])("the build is made again when %s changes", (path) => {
  const fingerprints = ["one", "other"].map((text) => sourceFingerprint(checkoutWith(path, text)));
  expect(new Set(fingerprints).size).toBe(2);
});

test.each([
  ...["app/root.test.tsx", "app/domain/media/converter/build/converter.wasm", "docs/index.md"],
  ...["public/workers/hash.js", "public/plain.css", "build/server/index.js"],
])("the build is left as it is when %s changes", (path) => {
  const fingerprints = ["one", "other"].map((text) => sourceFingerprint(checkoutWith(path, text)));
  expect(new Set(fingerprints).size).toBe(1);
});

test("a file that is renamed is a change, one that is only touched or cloned anew is none", () => {
  const [first, second] = ["app/one.ts", "app/other.ts"].map((path) => checkoutWith(path, "text"));
  if (!first || !second) throw new Error("There are two checkouts.");
  expect(sourceFingerprint(first)).not.toBe(sourceFingerprint(second));
  const clone = join(folder, "clone");
  cpSync(first, clone, { recursive: true });
  utimesSync(join(clone, "app/one.ts"), 1, 1);
  expect(sourceFingerprint(clone)).toBe(sourceFingerprint(first));
});
