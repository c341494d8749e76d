import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  BROWSERS,
  uploadCells,
  uploadHealthSchema,
} from "~/observability/analytics/upload-health.server";
import { METRICS, vitalsSchema } from "~/observability/analytics/vitals.server";
import { CHOICE_DAYS, COOKIE_CHOICE } from "~/session/cookie-choice";
import { browserStorage } from "./browser-storage";
import { cookieChoices } from "./cookie-choices";
import { cookiePolicy } from "./cookie-policy";
import { cookieQuestion } from "./cookie-question";
import { dataProtection } from "./data-protection";
import { privacyPolicy } from "./privacy-policy";

// Compares the texts about measurements with what the API accepts.

const root = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

const [choices, cookies, privacy, protection] = [
  cookieChoices,
  cookiePolicy,
  privacyPolicy,
  dataProtection,
].map((page) => JSON.stringify(page));
const pages = { choices, cookies, privacy };
const decision = read("docs/decisions/0081-web-vitals-after-consent.md");

/** All keys of a report, including nested ones and variants. */
function readKeys(schema: unknown): string[] {
  if (!(schema instanceof Object)) return [];
  const entries: unknown = "entries" in schema ? schema.entries : undefined;
  const entryPairs = entries instanceof Object ? Object.entries(entries) : [];
  const options = "options" in schema && Array.isArray(schema.options) ? schema.options : [];
  const parts: unknown[] = ["item" in schema && schema.item, ...options];
  return [
    ...entryPairs.flatMap(([key, part]) => [key, ...readKeys(part)]),
    ...parts.flatMap(readKeys),
  ];
}

/** The words for each key. */
const wordsByKey: Record<string, string> = {
  LCP: "when it appears",
  FCP: "when it appears",
  CLS: "how much it then moves about",
  INP: "how fast it answers a press",
  TTFB: "when it begins to arrive",
  page: "the address of the page",
  device: "the kind of device",
  connection: "the kind of connection",
  waitMs: "how long you waited",
  sendingMs: "how long it was being sent",
  bytes: "how many bytes went",
  stalls: "how often it stalled",
  resumes: "went on again",
  browser: "the make of your browser",
  ended: "could not be sent",
  stage: "how far it had come",
};
/** Containers of other keys. */
const CONTAINER_KEYS = ["metrics", "name", "value"];

test("everything that is accepted is described", () => {
  const measuredKeys = [
    ...readKeys(vitalsSchema),
    ...readKeys(uploadHealthSchema),
    ...METRICS,
    "browser",
  ];
  expect([...new Set(measuredKeys)].sort()).toEqual(
    [...Object.keys(wordsByKey), ...CONTAINER_KEYS].sort(),
  );
});

test("of the browser, nothing but its family is counted with a file", () => {
  const failedUpload = { ended: "failed", stage: "begin" } as const;
  const times = { waitMs: 1, sendingMs: 1, bytes: 1e6, stalls: 0, resumes: 0 };
  const cellKeys = [failedUpload, { ended: "stored", ...times } as const].flatMap((health) =>
    BROWSERS.flatMap((browser) => Object.keys(uploadCells(health, browser, 1))),
  );
  const kinds = ["stored", "stalls", "resumes", "speed"].map((kind) => `${kind} BROWSER`);
  const families = new RegExp(`\\b(${BROWSERS.join("|")})\\b`);
  expect(new Set(cellKeys.map((key) => key.replace(families, "BROWSER")))).toEqual(
    new Set(["failed BROWSER begin", ...kinds]),
  );
});

test.each(Object.entries({ ...pages, decision }))(
  "everything that is accepted is described in: %s",
  (_, text) => {
    for (const words of Object.values(wordsByKey)) expect(text).toContain(words);
  },
);

test("the question names pages, files, device and connection, and is short", () => {
  const { text, more, accept, refuse } = cookieQuestion;
  for (const word of ["pages load", "files upload", "device", "connection"])
    expect(text).toContain(word);
  // Five lines on a phone, including the link, above the two buttons.
  expect(`${text} ${more}`.length).toBeLessThanOrEqual(150);
  expect([accept, refuse]).toEqual(["Accept", "Refuse"]);
});

test("wherever consent is requested, measurements and the lifetime of the answer are described", () => {
  const { keptFor, contents } = browserStorage.find(({ name }) => name === COOKIE_CHOICE) ?? {};
  for (const words of [keptFor, cookieChoices.kept, cookies])
    expect(words).toContain(`${CHOICE_DAYS} days`);
  for (const words of [contents, ...Object.values(cookieChoices.answers)])
    expect(words).toMatch(/pages load and (your )?files upload|pages load or files upload/);
  expect(cookies).toContain("Only if you accept, this is measured:");
  expect(privacy).toContain("Only if you accept it:");
  for (const page of [cookies, privacy, protection])
    expect(page).toContain("[cookie choices](/cookie-choices)");
});

test("pages that name the lawful bases name consent, for just what asks for it", () => {
  expect(protection).toContain("We rely on consent for one thing: measuring how fast our pages");
  expect(protection).toContain("and your files upload");
  expect(privacy).toContain("where pages and uploads are slow");
  expect(privacy).toContain("Because you said yes to it.");
  const asking = readdirSync(new URL("app/", root), { recursive: true, encoding: "utf8" })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .filter((path) => /\b(canMeasure|isMeasured)\(/.test(read(`app/${path}`)));
  expect(asking.sort()).toEqual([
    "api/measures.ts",
    "entry.client.tsx",
    "features/wizard/upload/browser-engine.client.ts",
    "observability/monitoring-paths.ts",
    "root.tsx",
    "session/cookie-choice.ts",
  ]);
});

test("no page says that nothing at all is measured: errors are reported without consent", () => {
  const all = [choices, cookies, privacy, protection, JSON.stringify(cookieQuestion)].join("\n");
  expect(all).not.toMatch(/nothing is measured|no consent|not rely on consent/i);
  for (const page of [choices, cookies, privacy])
    expect(page).toContain("could not be sent is told without a yes, as a fault");
});
