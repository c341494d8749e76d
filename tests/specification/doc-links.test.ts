import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/* Whoever reads README or docs can follow every link in them. */

const pages = [
  "README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path)),
];

/** A page without its code blocks, which may contain text that looks like a link. */
const prose = (path: string) =>
  readFileSync(path, "utf8")
    .replaceAll(/^```[\s\S]*?^```/gm, "")
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ""));

/** The anchor that a heading has on the usual forges. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

const findAnchors = (path: string) =>
  [...prose(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => toAnchor(heading));

/** The links of a page to files of the repository, as they are written. */
const findLinks = (path: string) =>
  [...prose(path).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:/.test(link));

function leadsNowhere(page: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? page : join(dirname(page), file);
  if (!existsSync(target)) return true;
  return anchor !== undefined && !findAnchors(target).includes(anchor);
}

test.each(pages)("every link of %s leads to a file, and to a heading in it", (page) => {
  expect(findLinks(page).filter((link) => leadsNowhere(page, link))).toEqual([]);
});

test("a link to a file or a heading that is not there is found", () => {
  expect(leadsNowhere("README.md", "docs/nowhere.md")).toBe(true);
  expect(leadsNowhere("docs/operations/README.md", "../limits.md#no-such-heading")).toBe(true);
  expect(leadsNowhere("docs/operations/README.md", "../limits.md#which-limits-are-there")).toBe(
    false,
  );
});

test("the page of operations and the list of decisions lead to every page of their own", () => {
  const decisions = readdirSync("docs/decisions").filter((name) => /^\d/.test(name));
  expect(findLinks("docs/decisions/README.md").sort()).toEqual(decisions.sort());
  const operations = "docs/operations/README.md";
  const all = ["README.md", operations, "docs/contributing.md", "docs/architecture.md"];
  const linked = all.flatMap((page) =>
    findLinks(page).map((link) => join(dirname(page), link.replace(/#.*/, ""))),
  );
  const ownPages = pages.filter(
    (page) => !page.startsWith("docs/decisions/") && page !== "README.md",
  );
  expect(ownPages.filter((page) => !linked.includes(page) && page !== operations)).toEqual([]);
});
