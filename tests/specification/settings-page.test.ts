import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { parseSettings, settingNames } from "~/platform/settings";
import { DEFAULT_PREFIX } from "../../workers/cli/installation";
import { readLocalRun } from "../../workers/cli/settings-from-shell";
import { DEFAULT_ADDRESS_KIND } from "../../workers/cli/site-address";

/* docs/settings.md lists all settings and their defaults. */

interface Row {
  /** The names of the first cell, in their order. */
  names: string[];
  /** The last cell. */
  defaultText: string;
}

const NAME = /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)`/g;

/** The rows of every table of settings on a page: those whose first cell is nothing but names. */
function settingRows(path: string): Row[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      const cells = line.split("|").map((cell) => cell.trim());
      const first = cells[1] ?? "";
      const names = [...first.matchAll(NAME)].map(([, name = ""]) => name);
      const isRow = names.length > 0 && first.replaceAll(NAME, "").replaceAll(/[, ]/g, "") === "";
      return isRow ? [{ names, defaultText: cells.at(-2) ?? "" }] : [];
    });
}

const rows = settingRows("docs/settings.md");
const onPage = rows.flatMap(({ names }) => names);
const limits = settingRows("docs/limits.md").flatMap(({ names }) => names);
/** Settings that only local commands read. */
const LOCAL = ["PORT", "STATE_DIR", "LOG"];
/** Settings that only `npm run deploy` and its companions read. */
const DEPLOYMENT = ["NAME_PREFIX", "SITE_ADDRESS", "BACKUP_PASSPHRASE"];

test("every setting is once on the page of settings, or on that of limits, and no other name is", () => {
  expect([...onPage, ...limits].sort()).toEqual([...settingNames, ...LOCAL, ...DEPLOYMENT].sort());
});

test("the page of limits has what begins with LIMIT_, that of settings the others", () => {
  expect(limits.filter((name) => !name.startsWith("LIMIT_"))).toEqual([]);
  expect(onPage.filter((name) => name.startsWith("LIMIT_"))).toEqual([]);
});

test("the page tells the default of each setting, or that it has none", () => {
  const settings: Record<string, unknown> = {
    ...parseSettings({ SIGNING_SECRET: "s".repeat(32) }),
    NAME_PREFIX: DEFAULT_PREFIX,
    SITE_ADDRESS: DEFAULT_ADDRESS_KIND,
  };
  const defaults = rows.flatMap(({ names, defaultText }) =>
    names
      .filter((name) => !LOCAL.includes(name) && name !== "SIGNING_SECRET")
      .map((name): [string, string] => [name, /^`([^`]*)`/.exec(defaultText)?.[1] ?? defaultText]),
  );
  const wrong = defaults.filter(([name, documented]) => {
    const value = settings[name];
    if (name === "PUBLIC_URL") return value !== undefined;
    return value === undefined ? !documented.startsWith("not set") : documented !== String(value);
  });
  expect(wrong).toEqual([]);
});

test("what a local run takes for PORT, STATE_DIR and LOG is what the page says", () => {
  const local = Object.fromEntries(
    rows
      .filter(({ names }) => names.some((name) => LOCAL.includes(name)))
      .map(({ names: [name = ""], defaultText }) => [name, defaultText.replaceAll("`", "")]),
  );
  const secret = "quiet-otter-maps-seven-lanterns";
  const run = readLocalRun({
    STAFF_PASSCODE: secret,
    SIGNING_SECRET: `${secret}${secret}`,
    MONDAY_SIGNING_SECRET: secret,
  });
  expect([run.port, run.stateDir]).toEqual([Number(local.PORT), resolve(local.STATE_DIR ?? "")]);
  expect(run.logsToTerminal).toBe(local.LOG === "1");
});

test("no page of docs, nor README, names a setting that there is not", () => {
  const prefix =
    /\b(?:ALERT|DEMO|DROPBOX_SIGN|GOOGLE|LIMIT|MONDAY|R2_S3|SMTP|SPOTIFY|STAFF)_[A-Z0-9_]*[A-Z0-9]\b/g;
  const docs = readdirSync("docs").filter((name) => name.endsWith(".md"));
  const pages = ["README.md", ...docs.map((name) => `docs/${name}`)];
  const named = pages.flatMap((page) => readFileSync(page, "utf8").match(prefix) ?? []);
  // An example of a misspelt name.
  const knownNames: readonly string[] = [...settingNames, "SMTP_HSOT"];
  expect(named.filter((name) => !knownNames.includes(name))).toEqual([]);
});
