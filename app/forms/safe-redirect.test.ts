import fc from "fast-check";
import { expect, test } from "vitest";
import { safeRedirectPath } from "./safe-redirect";

const HERE = "https://submit.example.com/submit/notice";
const back = (target: unknown) => safeRedirectPath(target, HERE, "/submit");

test.each([
  ["/submit/artist", "/submit/artist"],
  ["/submit/music?return=review", "/submit/music?return=review"],
  ["/", "/"],
  ["/a/../submit/about", "/submit/about"],
])("%j leads back to %s", (target, path) => {
  expect(back(target)).toBe(path);
});

test.each([
  null,
  7,
  "",
  "submit/artist",
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example/",
  "\\\\evil.example",
  "/\t/evil.example/",
  "/.//evil.example/",
  "/..//evil.example",
  "/%2e//evil.example",
  "javascript:alert(1)",
  "//",
  "//[",
])("%j leads to the wizard instead", (target) => {
  expect(back(target)).toBe("/submit");
});

test("whatever is asked for, the answer is a path of this site", () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "//",
    "@",
    ":",
    "\t",
    "\n",
    "evil.example",
    "%2f",
  );
  const anyTarget = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(piece, fc.string())).map((pieces) => `/${pieces.join("")}`),
  );
  fc.assert(
    fc.property(anyTarget, (text) => {
      const path = back(text);
      expect(path.startsWith("/")).toBe(true);
      expect(new URL(path, HERE).origin).toBe(new URL(HERE).origin);
    }),
  );
});
