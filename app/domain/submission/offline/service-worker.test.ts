import { expect, test } from "vitest";
import {
  CACHED_PAGES,
  isCacheable,
  manifestPath,
  networkTimeoutSeconds,
  offlineEntryPath,
  offlineFallback,
} from "./service-worker";

const origin = "https://submit.example";
const site = { origin, version: "abc" };

const nobodys = new Headers({ "X-Shell": "1" });
const somebodys = new Headers();

/** Of an address: what is kept where nobody asks, and where somebody does. */
const kinds: [path: string, asNobody: boolean, withoutMark: boolean][] = [
  ["/assets/routes/submit-1A2B.js", true, true],
  ["/assets/theme-1A2B.css", true, true],
  ["/fonts/instrument-serif-latin-400.woff2", true, true],
  ["/workers/ingest.js", true, true],
  ...CACHED_PAGES.map((path): [string, boolean, boolean] => [path, true, false]),
  [manifestPath("abc"), true, false],
  ["/submit", false, false],
  ["/submit/success", false, false],
  ["/submit/continue/secret", false, false],
  ["/submit/success.data", false, false],
  ["/dashboard", false, false],
  ["/dashboard.data", false, false],
  ["/edit-profile/data/download", false, false],
  ["/files/01J/master.wav", false, false],
  ["/files/previews/01J", false, false],
  ["/api/profile", false, false],
  ["/api/drafts/current/artist", false, false],
  ["/staff", false, false],
  ["/r/secret", false, false],
  ["/i/secret", false, false],
  ["/buildings/plan.js", false, false],
];

test.each(kinds)(
  "of %s a reply to nobody is kept: %s; one without that mark: %s",
  (path, asNobody, withoutMark) => {
    const reply = {
      url: new URL(path, origin),
      method: "GET",
      status: 200,
      redirected: false,
      credentials: "omit" as const,
    };
    const isKept = (change: object) =>
      isCacheable({ ...reply, headers: nobodys, ...change }, origin);
    expect(isKept({})).toBe(asNobody);
    expect(isKept({ headers: somebodys })).toBe(withoutMark);
    // Whatever it is: never with cookies, from elsewhere, by another way, or where it failed.
    expect(isKept({ credentials: "same-origin" })).toBe(false);
    expect(isKept({ credentials: "include" })).toBe(false);
    expect(isKept({ method: "POST" })).toBe(false);
    expect(isKept({ redirected: true })).toBe(false);
    for (const status of [206, 302, 404, 429, 500, 503]) expect(isKept({ status })).toBe(false);
    expect(isKept({ url: new URL(path, "https://elsewhere.example") })).toBe(false);
  },
);

test.each([
  ["/submit/artist", "navigate", "/submit/artist"],
  ["/submit/music/?early=music", "navigate", "/submit/music"],
  ["/submit/review", "navigate", "/submit/review"],
  ["/submit/success", "navigate", "/offline"],
  ["/dashboard", "navigate", "/offline"],
  ["/", "navigate", "/offline"],
  ["/submit/about.data?_routes=routes%2Fsubmit.about", "cors", "/submit/about.data"],
  ["/dashboard.data", "cors", undefined],
  ["/__manifest?p=%2Fsubmit%2Fmusic&version=abc", "cors", manifestPath("abc")],
  ["/__manifest?p=%2Fsubmit%2Fmusic&version=older", "cors", undefined],
  ["/api/profile", "cors", undefined],
  ["/files/01J/master.wav", "no-cors", undefined],
] as const)("%s (%s) is stood in for by %s", (path, mode, standIn) => {
  const url = new URL(path, origin);
  expect(offlineFallback({ url, method: "GET", mode }, site)).toBe(standIn);
  expect(offlineFallback({ url, method: "POST", mode }, site)).toBeUndefined();
  const elsewhere = new URL(path, "https://elsewhere.example");
  expect(offlineFallback({ url: elsewhere, method: "GET", mode }, site)).toBeUndefined();
});

test.each([
  ["/submit/success", 0],
  ["/submit/joined", 0],
  ["/dashboard", 0],
  ["/", 0],
  ["/submit", 15],
  ["/submit/music", 15],
])(
  "a slow answer to opening %s is waited for so many seconds, 0 being no limit: %d",
  (path, seconds) => {
    const url = new URL(path, origin);
    const fallback = offlineFallback({ url, method: "GET", mode: "navigate" }, site);
    expect(networkTimeoutSeconds(url, fallback)).toBe(seconds);
  },
);

test("a slow answer to the data of a step is waited for 15 seconds", () => {
  const url = new URL("/submit/music.data", origin);
  expect(networkTimeoutSeconds(url, "/submit/music.data")).toBe(15);
});

test("without a connection the way into the wizard leads to its first step", () => {
  expect(offlineEntryPath(new URL("/submit?x=1", origin))).toBe("/submit/artist");
  expect(offlineEntryPath(new URL("/submit/", origin))).toBe("/submit/artist");
  expect(offlineEntryPath(new URL("/submit/music", origin))).toBeUndefined();
});
