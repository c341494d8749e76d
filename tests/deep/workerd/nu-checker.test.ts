import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { expect, test } from "vitest";
import { fetchPagesInEveryState } from "../../support/pages-in-every-state";

/** Not a dependency: its installation would fetch a Java of its own, and only this test needs its 32 MB. */
const CHECKER = "vnu-jar@26.9.27";

/** React's way to close an element without content; and the style that Mantine's AppShell writes before itself. */
const ALLOWED = "Trailing slash on void elements.*|The selector “:root” matches, or might match.*";

const reportSchema = v.object({
  messages: v.array(
    v.object({ url: v.string(), message: v.string(), extract: v.optional(v.string()) }),
  ),
});

/** Installs the checker from the package registry. @returns the path of its program. */
function installChecker(folder: string): string {
  const args = ["install", "--no-save", "--ignore-scripts", "--prefix", folder, CHECKER];
  execFileSync("npm", args, { stdio: "ignore" });
  return join(folder, "node_modules/vnu-jar/build/dist/vnu.jar");
}

test("the Nu HTML checker finds nothing on any page, for any visitor, after any form response", async () => {
  const folder = mkdtempSync(join(tmpdir(), "nu-"));
  const program = installChecker(folder);
  const pages = await fetchPagesInEveryState();
  expect(pages.length).toBeGreaterThan(150);
  mkdirSync(join(folder, "pages"));
  for (const [index, { html }] of pages.entries())
    writeFileSync(join(folder, "pages", `${index}.html`), html);
  const options = ["--format", "json", "--exit-zero-always", "--filterpattern", ALLOWED];
  const run = spawnSync("java", ["-jar", program, ...options, join(folder, "pages")], {
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  // Where there is no Java, nothing was checked.
  expect(run.error).toBeUndefined();
  const { messages } = v.parse(reportSchema, JSON.parse(run.stderr));
  const firstPages = new Map<string, string>();
  for (const { url, message, extract = "" } of messages) {
    const page = pages[Number(/(\d+)\.html$/.exec(url)?.[1])];
    const finding = `${message} ${extract}`;
    if (!firstPages.has(finding)) firstPages.set(finding, page?.name ?? url);
  }
  expect(Array.from(firstPages, ([finding, page]) => `${page}: ${finding}`)).toEqual([]);
});
