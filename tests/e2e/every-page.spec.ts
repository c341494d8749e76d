import { type Row, table, type VisitorKind, visitors } from "../specification/who-gets-what";
import { expect, test } from "../support/journey";
import { expectValidPage } from "../support/valid-page";
import { createVisitors, type Visitors } from "../support/visitors";

/* Checks every page of the table with axe and a narrow screen, except those that other specs check. */

/** Pages that other specs check in several states each, and files. */
const ELSEWHERE = new Set([
  // public-pages
  ...["/", "/learn-more", "/faq", "/terms-of-service", "/privacy-policy"],
  ...["/cookie-policy", "/data-protection"],
  // accessible-in-every-state, waiting-list
  ...["/submit", "/submit/artist", "/submit/music", "/submit/about", "/submit/review"],
  ...["/submit/waiting-list", "/submit/joined"],
  // artist-submission, profile, personal-data, agreement
  ...["/submission/:submissionId", "/edit-profile/mails", "/edit-profile", "/edit-profile/data"],
  "/agreement",
  // review, staff-connections, doors
  ...["/staff", "/staff/submissions/:submissionId", "/staff/connections"],
  ...["/staff/connections/board", "/staff/activity", "/staff/activity/mails", "/test-dashboard"],
  ...["/staff/links", "/staff/links/invitation", "/staff/links/returning"],
  // No pages.
  ...[
    "/robots.txt",
    "/sitemap.xml",
    "/site.webmanifest",
    "/staff/queue.csv",
    "/staff/figures.csv",
    "/sw.js",
  ],
  ...["/staff/submissions/:submissionId/package", "/staff/tracks/:uploadId"],
]);

const isShown = (row: Row) => (kind: VisitorKind) => row[kind] === "200";

const pages = Object.entries(table).flatMap(([name, row]) => {
  const [method, path = ""] = name.split(" ");
  if (method !== "GET" || /^\/(?:api|files)\//.test(path) || ELSEWHERE.has(path)) return [];
  const kind = visitors.find(isShown(row));
  return kind ? [{ path, kind }] : [];
});

let everyone: Visitors;
test.beforeAll(async () => {
  everyone = await createVisitors();
});

for (const { path, kind } of pages)
  test(`${path} is sound, as ${kind} sees it`, { tag: "@deep-pages" }, async ({
    page,
    baseURL,
  }) => {
    for (const cookie of everyone.cookies[kind].split("; ").filter(Boolean)) {
      const [name = "", value = ""] = cookie.split(/=(.*)/s);
      await page.context().addCookies([{ name, value, url: baseURL }]);
    }
    const reply = await page.goto(everyone.address(path));
    expect(reply?.status()).toBe(200);
    await expectValidPage(page, path);
  });
