import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { WAITING_COPY } from "~/domain/access/waiting-copy.client";
import { MAIL_LINK_DAYS } from "~/domain/mail/mail-page.server";
import * as periods from "~/domain/privacy/retention-periods";
import type { PublicRelease } from "~/domain/publishing/public-release";
import { DRAFT_DAYS } from "~/domain/submission/draft/draft-days";
import { CACHE } from "~/domain/submission/offline/service-worker";
import { CHOICES_KEY, RECORDS_KEY } from "~/domain/uploads/sending/slot-records.client";
import { OPEN_UPLOAD_DAYS } from "~/domain/uploads/upload-kinds";
import type { ArtistPageProps } from "~/features/public/release/artist-page";
import { OFFLINE_DRAFT_KEY } from "~/forms/autosave/sign-out";
import { REPORT_DAYS } from "~/observability/errors/error-report-store.server";
import { REPORTS_KEY } from "~/observability/errors/page-errors.client";
import { pictureSources, signingFrames } from "~/platform/edge/reply-headers";
import { FILE_LINK_DAYS } from "~/platform/file-link";
import { MAX_WINDOW_SECONDS } from "~/platform/rate/rate-limit.server";
import * as choices from "~/platform/session-cookie";
import { STAFF_SESSION_HOURS } from "~/platform/sign-in-periods";
import { COOKIE_CHOICE } from "~/session/cookie-choice";
import { dataCategories } from "../../../tests/support/data-categories";
import { type BrowserStorageItem, browserStorage } from "./browser-storage";
import { cookiePolicy } from "./cookie-policy";
import { privacyPolicy } from "./privacy-policy";

// Compares the policies with the code: whatever is stored, and for how long, must be in the policy.

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .filter((path) => !path.startsWith("reference/pages/"))
  .map((path) => ({ path, text: read(path) }));

const findNames = (where: BrowserStorageItem["where"]) =>
  browserStorage.filter((item) => item.where === where).map(({ name }) => name);
const namesBy = (pattern: RegExp) =>
  sources.flatMap(({ text }) => Array.from(text.matchAll(pattern), ([, name = ""]) => name));

test("every cookie that is set is listed, and no other", () => {
  const choiceNames = Object.values(choices).flatMap((choice) =>
    typeof choice === "object" ? choice.name : typeof choice === "string" ? choice : [],
  );
  const listedCookies = browserStorage
    .filter(({ where }) => where === "cookie")
    .flatMap(({ name, contents }) => [
      name,
      /Without HTTPS its name is ([\w…-]+)/.exec(contents)?.[1] ?? "",
    ])
    .filter(Boolean);
  const secretNames = namesBy(/(?:secretCookie|tokenCookie)\(["`]([^"`]+)["`]/g).map((name) =>
    name.replace(/\$\{.*\}/, "…"),
  );
  expect(secretNames.length).toBeGreaterThan(3);
  expect(listedCookies.sort()).toEqual(
    [
      ...secretNames.flatMap((name) => [name, `__Host-${name}`]),
      ...namesBy(/createCookie\("([^"]+)"/g),
      ...choiceNames,
      COOKIE_CHOICE,
    ].sort(),
  );
});

/** Files that match a pattern. */
const pathsWith = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .sort();

test("nobody sets a cookie by another way", () => {
  const pattern = /["'`]set-cookie["'`]|document\.cookie|createCookie/i;
  expect(pathsWith(pattern)).toEqual([
    "features/public/cookie-choices-route.server.ts",
    "features/staff/sign-in/staff-sign-in.server.ts",
    "features/wizard/frame/dev-panel-route.server.ts",
    "features/wizard/frame/wizard-route.tsx",
    "features/wizard/links/link-page.server.ts",
    "features/wizard/notice-route.server.ts",
    "features/wizard/resume-link/continue-by-link-route.server.ts",
    // Passes on cookies of replies, and removes them from public pages.
    "platform/edge/reply-headers.ts",
    "session/artist-session.server.ts",
    "session/draft-cookie.server.ts",
    "session/open-visitor-draft.server.ts",
    "session/secret-cookie.server.ts",
    "session/shown-reply.server.ts",
  ]);
});

test("everything in local storage is listed, and nothing else is", () => {
  const [prefix = ""] = namesBy(/const PREFIX = "(draft:)"/g);
  const lists = namesBy(/savedByUpload\("([^"]+)"/g);
  const keys = namesBy(/const STORAGE_KEY = "(staff-keys)"/g);
  expect(findNames("local storage").sort()).toEqual(
    [
      `${prefix}…`,
      OFFLINE_DRAFT_KEY,
      CHOICES_KEY,
      RECORDS_KEY,
      REPORTS_KEY,
      WAITING_COPY,
      ...lists,
      ...keys,
    ].sort(),
  );
});

test("the cache of the pages is listed, and no other", () => {
  expect(findNames("cache")).toEqual([CACHE]);
});

test("every file that stores something in a browser is known to this test", () => {
  const pattern =
    /localStorage|sessionStorage|indexedDB|caches\.open|storage\.getDirectory|new Precache/;
  expect(pathsWith(pattern)).toEqual([
    "domain/access/waiting-copy.client.ts",
    "domain/submission/offline/offline-draft.client.ts",
    "domain/submission/offline/offline.worker.ts",
    "domain/uploads/reading/local-copies.client.ts",
    "domain/uploads/reading/saved-findings.client.ts",
    "features/staff/shortcuts/use-shortcuts.ts",
    "features/wizard/offline/disconnected-module.ts",
    "features/wizard/upload/uploads.client.ts",
    "forms/autosave/autosave-queue.client.ts",
    "forms/autosave/browser-autosave.client.ts",
    "forms/autosave/own-saves.client.ts",
    "forms/autosave/sign-out.ts",
    "observability/errors/page-errors.client.ts",
    "observability/errors/report-error.client.ts",
  ]);
});

test("what Remix and our own pages keep in a tab is listed", () => {
  const [prefix = ""] = namesBy(/const PREFIX = "(saved:)"/g);
  const remix = createRequire(import.meta.url).resolve("@remix-run/react");
  const inside = (file: string) => readFileSync(new URL(file, `file://${remix}`), "utf8");
  const keys = ["esm/scroll-restoration.js", "esm/fog-of-war.js"].flatMap((file) =>
    Array.from(inside(file).matchAll(/STORAGE_KEY = "([^"]+)"/g), ([, name = ""]) => name),
  );
  expect(findNames("session storage").sort()).toEqual([`${prefix}…`, ...keys].sort());
});

/** The passage of the privacy policy about each table; tables of machines have no personal data. */
const MACHINES = "machines";
const policySections: Record<string, string> = {
  alert_silences: "what they change is recorded with their name",
  artist_links: "Your account",
  artist_sessions: "Your account",
  artists: "Your account",
  audit: "what they change is recorded with their name",
  backfills: MACHINES,
  board_parts: MACHINES,
  calendar_feeds: MACHINES,
  data_requests: "Your account",
  dead_letters: MACHINES,
  draft_keys: "a link to an unfinished submission",
  fix_links: MACHINES,
  drafts: "an unfinished submission, with its files",
  drive_files: MACHINES,
  drive_folders: MACHINES,
  error_counts: MACHINES,
  error_groups: MACHINES,
  error_reports: "fault reports from browsers",
  form_sessions: "how the form was filled in",
  former_addresses: "the email addresses that it had before",
  funnel_counts: MACHINES,
  health_checks: MACHINES,
  incidents: MACHINES,
  invitations: "If we invite you",
  job_events: MACHINES,
  jobs: MACHINES,
  link_endings: MACHINES,
  link_mailings: "a link to come back",
  listening_links: "a private link to listen",
  listening_plays: "a private link to listen",
  mail_addresses: "If you confirm an address or stop our mails",
  mail_outbox: "The mails this site writes to you",
  measure_batches: MACHINES,
  measures: MACHINES,
  rate_windows: "we count how often it makes a call",
  release_details: "Your account",
  returning_links: "a link to come back",
  rights_proofs: "Your account",
  review_items: "each status with its date and reason",
  signature_requests: "Your account",
  social_clips: "the social clips you ask for",
  split_confirmations: "the writers you name are asked",
  staff_mentions: "Our team may write notes on it",
  staff_notes: "Our team may write notes on it",
  reason_uses: MACHINES,
  staff_presence: "Our own team",
  staff_sessions: "Our own team",
  staff_settings: "Our own team",
  staff_views: "Our own team",
  undoable_decisions: MACHINES,
  storage_totals: MACHINES,
  stray_objects: MACHINES,
  submissions: "each status with its date and reason",
  backup_runs: MACHINES,
  restorations: MACHINES,
  sweep_runs: MACHINES,
  track_findings: "what our player shows of it",
  slots: MACHINES,
  saved_reasons: MACHINES,
  sheet_templates: MACHINES,
  upload_parts: MACHINES,
  upload_pieces: MACHINES,
  uploads: "We measure each file",
  waiting_list: "If you join a waiting list",
};

const policy = JSON.stringify(privacyPolicy);

test("the privacy policy tells of every table that is about somebody", () => {
  expect(Object.keys(policySections).sort()).toEqual(namesBy(/sqliteTable\(\s*"([^"]+)"/g).sort());
  const missingTables = Object.values(policySections).filter(
    (words) => words !== MACHINES && !policy.includes(words),
  );
  expect(missingTables).toEqual([]);
});

test("every table says what a download has of it, and what a deletion does with it", () => {
  expect(Object.keys(dataCategories).sort()).toEqual(Object.keys(policySections).sort());
});

/** Reads a constant from its source file. */
const readDaysConstant = (path: string, name: string) =>
  Number(new RegExp(`const ${name} = (\\d+);`).exec(read(path))?.[1]);

test.each<[number, string]>([
  [DRAFT_DAYS, "an unfinished submission, with its files: 14 days after its last change"],
  [
    readDaysConstant("domain/submission/draft/draft-expiry.server.ts", "KEEP_EXPIRED_DAYS"),
    "is forgotten 90 days later",
  ],
  [OPEN_UPLOAD_DAYS, "a file that stopped on its way: after 14 days"],
  [
    readDaysConstant("domain/mail/purge-mails.server.ts", "RETENTION_DAYS"),
    "the text of all mails: after 90 days",
  ],
  [MAIL_LINK_DAYS / 365, "that our mails are unwanted: after 3 years"],
  [REPORT_DAYS, "fault reports from browsers: after 30 days"],
  [MAX_WINDOW_SECONDS / 86_400, "counts of calls: once their time is over, which is 1 day at most"],
  [periods.WAITING_DAYS, "what you leave on the waiting list: 730 days after it was last changed"],
  [FILE_LINK_DAYS, "they stop working after 180 days"],
  [periods.RETENTION_YEARS.account, "As long as you have it, plus 2 years."],
  [periods.RETENTION_YEARS.account, "an account that we ended: 2 years later"],
  [periods.RETENTION_YEARS.account, "invitations and links to come back: 2 years after their end"],
  [periods.RETENTION_YEARS.submission, "with all that belongs to it: 7 years after it came"],
  [periods.RETENTION_YEARS.music, "The length of the distribution agreement, plus 3 years."],
  [periods.RETENTION_YEARS.music, "music files of a submission that we never took on: 3 years"],
  [periods.RETENTION_YEARS.payment, "a signed one: 7 years after its account has ended"],
  [
    periods.RETENTION_YEARS.support,
    "whom mails about a submission went to, and what they were about: after 3",
  ],
  [periods.RETENTION_YEARS.support, "what you asked us to do with your data: after 3 years"],
  [periods.DELETION_GRACE_DAYS, "You have 7 days to change your mind"],
  [periods.ANSWER_DAYS, "We answer within 30 days"],
])("%i is the period in: %s", (period, words) => {
  expect(policy).toContain(words);
  expect(words).toContain(String(period));
});

/** Fields of the public pages, and their words in the privacy policy. */
const policyWords: Record<keyof PublicRelease | keyof ArtistPageProps["artist"], string> = {
  id: "a page for it",
  artistId: "one for you",
  title: "titles",
  type: "type",
  date: "dates",
  genres: "genres",
  links: "links",
  tracks: "titles, credits",
  picture: "picture",
  artistName: "artist name",
  name: "artist name",
  place: "place",
  biography: "biography",
};

test("the privacy policy names all that public pages show of an artist", () => {
  const [passage] = /Once we have agreed to a release[^"]*/.exec(policy) ?? [];
  for (const words of Object.values(policyWords)) expect(passage).toContain(words);
});

test.each([OFFLINE_DRAFT_KEY, WAITING_COPY, RECORDS_KEY, "draft:…"])(
  "%s goes when the form is next opened after the days of a draft, and says so",
  (name) => {
    const { keptFor } = browserStorage.find((item) => item.name === name) ?? {};
    expect(keptFor).toContain(`or ${DRAFT_DAYS} days later when the form is next opened`);
  },
);

test.each([
  [
    "signing",
    "Dropbox Sign",
    signingFrames({ DROPBOX_SIGN_API_KEY: "key", DROPBOX_SIGN_SANDBOX: "0" }),
  ],
  ["spotify", "Spotify", pictureSources({ SPOTIFY_CLIENT_ID: "id" })],
])(
  "where pages use another company's service for %s, the cookie policy says so",
  (when, company, sources) => {
    expect(sources).toHaveLength(1);
    const blocks = cookiePolicy.sections["Other companies"] ?? [];
    expect(blocks).toContainEqual({ when, text: expect.stringContaining(company) });
    expect(blocks[0]).toContain("except where this section says so");
  },
);

test("the session of staff lasts as long as the list says", () => {
  const { keptFor } = browserStorage.find(({ name }) => name === "__Host-staff") ?? {};
  expect(keptFor).toContain(`${STAFF_SESSION_HOURS} hours`);
});
