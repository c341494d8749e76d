import { expect, test } from "vitest";
import type { ArtistSearch } from "./artist-lookup";
import type { LookupDeps } from "./lookup-call.client";
import { checkProfile, liveSearch } from "./spotify-lookup.client";

const ID = "4Z8W4fKeB5YxbusRsdQVPb";
const artist = (name: string) => ({ id: name, name, url: `https://x/${name}`, image: null });
const artistsReply = (...names: string[]) =>
  Response.json({ success: true, artists: names.map(artist) });

interface Call {
  path: string;
  init: RequestInit;
  reply: (response: Response) => Promise<void>;
  fail: () => Promise<void>;
}

const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A browser with a manual clock and manual replies. */
function createBrowser() {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  const calls: Call[] = [];
  const deps: LookupDeps = {
    fetcher: (path, init) =>
      new Promise((resolve, reject) => {
        calls.push({
          path,
          init,
          reply: (response) => {
            resolve(response);
            return flushPromises();
          },
          fail: () => {
            reject(new TypeError("Failed to fetch"));
            return flushPromises();
          },
        });
      }),
    schedule: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  function advance(ms: number): void {
    now += ms;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { run } of due) run();
  }
  const call = (index: number): Call => {
    const nthCall = calls[index];
    if (!nthCall) throw new Error(`There was no call ${index}`);
    return nthCall;
  };
  return { deps, calls, call, advance };
}

function startSearch() {
  const browser = createBrowser();
  const searches: ArtistSearch[] = [];
  return {
    ...browser,
    searches,
    search: liveSearch((search) => searches.push(search), browser.deps),
  };
}

const names = (search: ArtistSearch | undefined) =>
  search && "artists" in search ? search.artists.map(({ name }) => name) : undefined;

test("a search waits for 300 ms without a key, then asks for 8", () => {
  const { search, advance, calls, searches } = startSearch();
  search.type("Sig");
  advance(299);
  expect(calls).toHaveLength(0);
  expect(searches).toEqual([]);
  advance(1);
  expect(calls.map(({ path }) => path)).toEqual(["/api/spotify/search/artists?q=Sig&limit=8"]);
  expect(searches).toEqual([{ state: "searching", artists: [] }]);
});

test("every key starts the wait anew, and only the last text is asked for", () => {
  const { search, advance, calls } = startSearch();
  search.type("Si");
  advance(200);
  search.type("Sig");
  advance(200);
  search.type("Sigrid & co");
  advance(300);
  expect(calls.map(({ path }) => path)).toEqual([
    "/api/spotify/search/artists?q=Sigrid+%26+co&limit=8",
  ]);
});

test("the button asks at once, and only once", () => {
  const { search, advance, calls } = startSearch();
  search.type("Sigrid");
  search.now("Sigrid");
  advance(0);
  expect(calls).toHaveLength(1);
  advance(1000);
  expect(calls).toHaveLength(1);
});

test.each([
  ["type", "S", { state: "short", query: "S" }],
  ["type", "", { state: "idle" }],
  ["type", " ", { state: "idle" }],
  ["now", "", { state: "short", query: "" }],
  ["now", " S ", { state: "short", query: " S " }],
] as const)("%s(%j) is never sent", (method, query, state) => {
  const { search, advance, calls, searches } = startSearch();
  search[method](query);
  advance(1000);
  expect(calls).toHaveLength(0);
  expect(searches).toEqual([state]);
});

test("at most 5 results are shown, with their query", async () => {
  const { search, advance, call, searches } = startSearch();
  search.type(" vale ");
  advance(300);
  await call(0).reply(artistsReply("1", "2", "3", "4", "5", "6", "7", "8"));
  expect(searches.at(-1)).toMatchObject({ state: "found", query: "vale" });
  expect(names(searches.at(-1))).toEqual(["1", "2", "3", "4", "5"]);
});

test("a new query aborts the one before, whose late reply is not shown", async () => {
  const { search, advance, call, searches } = startSearch();
  search.type("Sig");
  advance(300);
  search.type("Sigrid");
  expect(call(0).init.signal?.aborted).toBe(true);
  advance(300);
  await call(1).reply(artistsReply("Sigrid"));
  await call(0).reply(artistsReply("Sigur"));
  expect(names(searches.at(-1))).toEqual(["Sigrid"]);
});

test("a failure of a cancelled call is not shown", async () => {
  const { search, advance, call, searches } = startSearch();
  search.type("Sig");
  advance(300);
  search.stop();
  await call(0).fail();
  expect(searches).toEqual([{ state: "searching", artists: [] }]);
});

test("previous results stay visible during the next search, and are cleared with the text", async () => {
  const { search, advance, call, searches } = startSearch();
  search.type("Sig");
  advance(300);
  await call(0).reply(artistsReply("Sigrid"));
  search.type("Sigr");
  advance(300);
  expect(searches.at(-1)?.state).toBe("searching");
  expect(names(searches.at(-1))).toEqual(["Sigrid"]);
  search.type("");
  expect(searches.at(-1)).toEqual({ state: "idle" });
  search.type("Sigr");
  advance(300);
  expect(names(searches.at(-1))).toEqual([]);
});

const failures: [string, () => Response, string][] = [
  ["too many searches", () => new Response("{}", { status: 429 }), "too-many"],
  ["an outage", () => Response.json({ success: false }, { status: 502 }), "unavailable"],
  ["no connection to Spotify", () => Response.json({}, { status: 503 }), "unavailable"],
  ["a reply nobody can read", () => new Response("<html>"), "unavailable"],
  ["a reply of another shape", () => Response.json({ success: true }), "unavailable"],
];

test.each(failures)("%s fails the search", async (_, reply, problem) => {
  const { search, advance, call, searches } = startSearch();
  search.type("Sigrid");
  advance(300);
  await call(0).reply(reply());
  expect(searches.at(-1)).toEqual({ state: "failed", problem });
});

test("a network failure fails the search", async () => {
  const { search, advance, call, searches } = startSearch();
  search.type("Sigrid");
  advance(300);
  await call(0).fail();
  expect(searches.at(-1)).toEqual({ state: "failed", problem: "unavailable" });
});

const NEVER = new AbortController().signal;

test.each([
  ["", "Please enter a Spotify artist URL"],
  ["   ", "Please enter a Spotify artist URL"],
  [
    `https://open.spotify.com/album/${ID}`,
    "Please enter a valid Spotify artist URL (e.g., open.spotify.com/artist/...)",
  ],
])("the link %j is not sent and is an error", async (link, error) => {
  const { deps, calls } = createBrowser();
  expect(await checkProfile(link, NEVER, deps)).toEqual({ state: "unverified", error });
  expect(calls).toHaveLength(0);
});

test.each([
  `https://open.spotify.com/artist/${ID}`,
  `open.spotify.com/intl-pt/artist/${ID}?si=1`,
  `spotify:artist:${ID}`,
  `https://open.spotify.com/embed/artist/${ID}`,
])("the link %j is verified", async (link) => {
  const { deps, call } = createBrowser();
  const check = checkProfile(link, NEVER, deps);
  expect(call(0).path).toBe("/api/spotify/verify/artist");
  expect(call(0).init.method).toBe("POST");
  expect(JSON.parse(String(call(0).init.body))).toEqual({ artistUrl: link });
  await call(0).reply(
    Response.json({ valid: true, artistName: "Sigrid Vale", artistImage: "https://x/1" }),
  );
  expect(await check).toEqual({
    state: "verified",
    id: ID,
    name: "Sigrid Vale",
    image: "https://x/1",
  });
});

test.each([
  ...failures,
  ["an unknown artist", () => Response.json({ valid: false }, { status: 404 }), "not-found"],
  ["a refusal", () => Response.json({ valid: false, error: "x" }), "unavailable"],
] as [string, () => Response, string][])("%s fails the check", async (_, reply, problem) => {
  const { deps, call } = createBrowser();
  const check = checkProfile(`spotify:artist:${ID}`, NEVER, deps);
  await call(0).reply(reply());
  expect(await check).toEqual({ state: "failed", problem });
});
