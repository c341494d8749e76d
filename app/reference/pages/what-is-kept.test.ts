import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { MAIL_LINK_DAYS } from "~/mail/mail-page.server";
import { REPORTS_KEY } from "~/monitoring/kept-reports.client";
import { FILE_LINK_DAYS } from "~/platform/file-link";
import * as choices from "~/session/session-cookie";
import { SESSION_HOURS } from "~/staff/staff-sessions.server";
import { DRAFT_DAYS } from "~/submission/draft/draft-days";
import { OPEN_UPLOAD_DAYS } from "~/uploads/plan";
import { KEPT_UPLOADS } from "~/uploads/sending/page-side.client";
import { browserStorage, type Kept } from "./browser-storage";
import { privacyPolicy } from "./privacy-policy";

// The policies against the code: whoever stores something new, or for longer, writes it down there.

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .filter((path) => !path.startsWith("reference/pages/"))
  .map((path) => ({ path, text: read(path) }));

const namesOf = (where: Kept["where"]) =>
  browserStorage.filter((one) => one.where === where).map(({ name }) => name);
const found = (pattern: RegExp) =>
  sources.flatMap(({ text }) => Array.from(text.matchAll(pattern), ([, name = ""]) => name));

test("every cookie that is set is listed, and no other", () => {
  const chosen = Object.values(choices).flatMap((choice) =>
    typeof choice === "object" ? choice.name : typeof choice === "string" ? choice : [],
  );
  const listed = browserStorage
    .filter(({ where }) => where === "cookie")
    .flatMap(({ name, holds }) => [name, /Without HTTPS its name is (\w+)/.exec(holds)?.[1] ?? ""])
    .filter(Boolean);
  expect(listed.sort()).toEqual([...found(/createCookie\("([^"]+)"/g), ...chosen].sort());
});

test("nobody sets a cookie by another way", () => {
  const ways = /["'`]set-cookie["'`]|document\.cookie|createCookie/i;
  expect(
    sources
      .filter(({ text }) => ways.test(text))
      .map(({ path }) => path)
      .sort(),
  ).toEqual([
    "routes/submit.continue.tsx",
    "routes/submit.continue_.$token.tsx",
    "routes/submit.dev.tsx",
    "routes/submit.notice.tsx",
    "routes/submit.tsx",
    "session/artist-link.server.ts",
    "session/draft-cookie.server.ts",
    "session/link-cookie.server.ts",
    "session/open-visitor-draft.server.ts",
    "session/staff-cookie.server.ts",
    "session/staff-sign-in.server.ts",
  ]);
});

test("everything in local storage is listed, and nothing else is", () => {
  const [prefix = ""] = found(/const PREFIX = "(draft:)"/g);
  const lists = found(/keptByUpload\("([^"]+)"/g);
  const keys = found(/const SWITCH = "(staff-keys)"/g);
  expect(namesOf("local storage").sort()).toEqual(
    [`${prefix}…`, KEPT_UPLOADS, REPORTS_KEY, ...lists, ...keys].sort(),
  );
});

test("whoever stores in a browser anew has looked at the list", () => {
  const ways = /localStorage|sessionStorage|indexedDB|caches\.open|storage\.getDirectory/;
  expect(
    sources
      .filter(({ text }) => ways.test(text))
      .map(({ path }) => path)
      .sort(),
  ).toEqual([
    "monitoring/kept-reports.client.ts",
    "monitoring/report-error.client.ts",
    "submission/draft/autosave-copy.client.ts",
    "submission/draft/browser-autosave.client.ts",
    "uploads/sending/kept-findings.client.ts",
    "uploads/sending/kept-uploads.client.ts",
    "uploads/sending/local-copies.client.ts",
    "uploads/sending/page-side.client.ts",
    "views/staff/keys/use-keys.ts",
  ]);
});

test("what Remix keeps in a tab is listed", () => {
  const remix = createRequire(import.meta.url).resolve("@remix-run/react");
  const inside = (file: string) => readFileSync(new URL(file, `file://${remix}`), "utf8");
  const keys = ["esm/scroll-restoration.js", "esm/fog-of-war.js"].flatMap((file) =>
    Array.from(inside(file).matchAll(/STORAGE_KEY = "([^"]+)"/g), ([, name = ""]) => name),
  );
  expect(namesOf("session storage").sort()).toEqual(keys.sort());
});

/** Where the privacy policy tells of a table; a table of machines alone says nothing of anybody. */
const MACHINES = "machines";
const toldIn: Record<string, string> = {
  audit: "what they change is recorded with their name",
  board_parts: MACHINES,
  dead_letters: MACHINES,
  draft_keys: "a link to an unfinished submission",
  drafts: "an unfinished submission, with its files",
  drive_files: MACHINES,
  drive_folders: MACHINES,
  error_reports: "fault reports from browsers",
  form_sessions: "how the form was filled in",
  health_checks: MACHINES,
  invitations: "If we invite you",
  job_events: MACHINES,
  jobs: MACHINES,
  link_endings: MACHINES,
  mail_addresses: "If you confirm an address or stop our mails",
  mail_outbox: "The mails this site writes to you",
  rate_windows: "we count how often it makes a call",
  returning_links: "a link to come back",
  review_items: "each status with its date and reason",
  social_clips: "the social clips you ask for",
  staff_notes: "Our team may write notes on it",
  staff_sessions: "Our own team",
  stray_objects: MACHINES,
  submissions: "each status with its date and reason",
  sweep_runs: MACHINES,
  track_findings: "what our player shows of it",
  upload_parts: MACHINES,
  upload_pieces: MACHINES,
  uploads: "We measure each file",
  waiting_list: "If you join a waiting list",
};

const policy = JSON.stringify(privacyPolicy);

test("the privacy policy tells of every table that is about somebody", () => {
  expect(Object.keys(toldIn).sort()).toEqual(found(/sqliteTable\(\s*"([^"]+)"/g).sort());
  const untold = Object.values(toldIn).filter(
    (words) => words !== MACHINES && !policy.includes(words),
  );
  expect(untold).toEqual([]);
});

/** A period that only its own file knows. */
const daysIn = (path: string, name: string) =>
  Number(new RegExp(`const ${name} = (\\d+);`).exec(read(path))?.[1]);

test.each<[number, string]>([
  [DRAFT_DAYS, "an unfinished submission, with its files: 14 days after its last change"],
  [
    daysIn("submission/draft/draft-expiry.server.ts", "REMEMBERED_DAYS"),
    "is forgotten 90 days later",
  ],
  [OPEN_UPLOAD_DAYS, "a file that stopped on its way: after 14 days"],
  [daysIn("mail/forget-mails.server.ts", "KEPT_DAYS"), "the text of all mails: after 90 days"],
  [MAIL_LINK_DAYS / 365, "that our mails are unwanted: after 3 years"],
  [
    daysIn("monitoring/error-report-store.server.ts", "KEPT_DAYS"),
    "fault reports from browsers: after 30 days",
  ],
  [
    daysIn("entry/waiting-list.server.ts", "KEPT_DAYS"),
    "what you leave on the waiting list: 730 days after it was last changed",
  ],
  [FILE_LINK_DAYS, "they stop working after 180 days"],
])("%i is the period in: %s", (period, words) => {
  expect(policy).toContain(words);
  expect(words).toContain(String(period));
});

test("the session of staff lasts as long as it is said to", () => {
  const { kept } = browserStorage.find(({ name }) => name === "__Host-staff") ?? {};
  expect(kept).toContain(`${SESSION_HOURS} hours`);
});
