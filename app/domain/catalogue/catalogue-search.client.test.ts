import { expect, test } from "vitest";
import type { MusicSearch } from "./catalogue-search";
import { liveMusicSearch, readRelease } from "./catalogue-search.client";
import type { LookupDeps } from "./lookup-call.client";
import type { AlbumMetadata, MusicResult, TrackMetadata } from "./spotify-shapes";

type Type = "album" | "track";

const cover = { images: [], release_date: "2024-03-15" };
function result(type: Type, name: string): MusicResult {
  const common = { id: name, name, artists: [{ name: "Ada" }] };
  return type === "album"
    ? { ...common, type, ...cover }
    : { ...common, type, album: { name: "Engine", ...cover } };
}
const itemsReply = (type: Type, ...names: string[]) =>
  Response.json({ success: true, items: names.map((name) => result(type, name)) });

const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A browser with a manual clock and manual replies. */
function createBrowser() {
  let now = 0;
  const timers = new Map<object, { at: number; run: () => void }>();
  const calls: { path: string; signal?: AbortSignal | null; finish: (reply?: Response) => void }[] =
    [];
  const deps: LookupDeps = {
    fetcher: (path, { signal }) =>
      new Promise((resolve, reject) => {
        const finish = (reply?: Response) =>
          reply ? resolve(reply) : reject(new TypeError("Failed to fetch"));
        calls.push({ path, signal, finish });
      }),
    schedule: (ms, run) => {
      const timer = {};
      timers.set(timer, { at: now + ms, run });
      return () => timers.delete(timer);
    },
  };
  return {
    deps,
    calls,
    advance(ms: number) {
      now += ms;
      for (const [timer, { at, run }] of timers)
        if (at <= now) {
          timers.delete(timer);
          run();
        }
    },
    /** Replies to the n-th search: albums, then tracks. */
    async reply(search: number, albums?: Response, tracks?: Response) {
      calls[2 * search]?.finish(albums);
      calls[2 * search + 1]?.finish(tracks);
      await flushPromises();
    },
  };
}

function startSearch() {
  const browser = createBrowser();
  const searches: MusicSearch[] = [];
  const search = liveMusicSearch((next) => searches.push(next), [], browser.deps);
  return { ...browser, searches, search, last: () => searches.at(-1) };
}

const titles = (search: MusicSearch | undefined) => search?.items.map(({ title }) => title);

test("a search waits for 300 ms without a key, then asks for 5 albums and 5 tracks at once", () => {
  const { search, advance, calls, searches } = startSearch();
  search.type(" Engine & Co ");
  advance(299);
  expect(calls).toEqual([]);
  expect(searches).toEqual([]);
  advance(1);
  expect(calls.map(({ path }) => path)).toEqual([
    "/api/spotify/search/music?q=Engine+%26+Co&type=album&limit=5",
    "/api/spotify/search/music?q=Engine+%26+Co&type=track&limit=5",
  ]);
  expect(searches).toEqual([{ state: "searching", items: [] }]);
});

test("albums come first, and of each type at most 5 are shown", async () => {
  const { search, advance, reply, last } = startSearch();
  const six = (type: Type) => itemsReply(type, ...[1, 2, 3, 4, 5, 6].map((n) => `${type} ${n}`));
  search.type("Engine");
  advance(300);
  await reply(0, six("album"), six("track"));
  expect(last()).toMatchObject({ state: "found", query: "Engine" });
  expect(titles(last())).toEqual(
    (["album", "track"] as const).flatMap((type) => [1, 2, 3, 4, 5].map((n) => `${type} ${n}`)),
  );
});

test.each(["", " ", "E", " E "])("%j is too short to be sent", (query) => {
  const { search, advance, calls, last } = startSearch();
  search.type(query);
  advance(300);
  expect(calls).toEqual([]);
  expect(last()).toEqual({ state: "idle", items: [] });
  search.now(query);
  expect(last()).toEqual({ state: "short", query, items: [] });
});

test("every key starts the wait anew, and only the last query is sent", () => {
  const { search, advance, calls } = startSearch();
  for (const query of ["En", "Eng", "Engi"]) {
    search.type(query);
    advance(200);
  }
  advance(100);
  expect(calls.map(({ path }) => new URLSearchParams(path.split("?")[1]).get("q"))).toEqual([
    "Engi",
    "Engi",
  ]);
});

test("a late reply never takes the place of a newer one", async () => {
  const { search, advance, calls, reply, last } = startSearch();
  for (const query of ["Engine", "Engineer"]) {
    search.type(query);
    advance(300);
  }
  expect(calls.map(({ signal }) => signal?.aborted)).toEqual([true, true, false, false]);
  await reply(1, itemsReply("album", "New"), itemsReply("track"));
  await reply(0, itemsReply("album", "Old"), itemsReply("track", "Old"));
  expect(titles(last())).toEqual(["New"]);
});

test("previous results stay visible during the next search", async () => {
  const { search, advance, reply, last } = startSearch();
  search.type("Engine");
  advance(300);
  await reply(0, itemsReply("album", "One"), itemsReply("track"));
  search.now("Engineer");
  advance(0);
  expect(last()).toMatchObject({ state: "searching" });
  expect(titles(last())).toEqual(["One"]);
});

test("a stopped search shows nothing more", async () => {
  const { search, advance, reply, searches } = startSearch();
  search.type("Engine");
  advance(300);
  search.stop();
  await reply(0, itemsReply("album", "One"), itemsReply("track"));
  expect(searches).toEqual([{ state: "searching", items: [] }]);
});

test.each([
  ["429", new Response("{}", { status: 429 }), "too-many"],
  ["502", new Response("{}", { status: 502 }), "unavailable"],
  ["no connection", undefined, "unavailable"],
  ["a reply that nobody can read", new Response("<html>"), "unavailable"],
  ["a reply of another shape", Response.json({ success: true, items: [{}] }), "unavailable"],
])("both searches ending with %s have failed", async (_, response, problem) => {
  const { search, advance, reply, last } = startSearch();
  search.type("Engine");
  advance(300);
  await reply(0, response?.clone(), response?.clone());
  expect(last()).toEqual({ state: "failed", problem, items: [] });
});

test("where one of the two fails the other is shown", async () => {
  const { search, advance, reply, last } = startSearch();
  for (const query of ["Engine", "Engines"]) {
    search.now(query);
    advance(0);
  }
  await reply(1, itemsReply("album", "One"), undefined);
  expect(last()).toMatchObject({ state: "found", missing: "track" });
  expect(titles(last())).toEqual(["One"]);
  search.now("Engine");
  advance(0);
  await reply(2, undefined, itemsReply("track", "Two"));
  expect(last()).toMatchObject({ state: "found", missing: "album" });
  expect(titles(last())).toEqual(["Two"]);
});

const details = { label: "Harbour", releaseDate: "2024-03-15", upc: "198704000010" };
const album: AlbumMetadata = {
  ...details,
  albumTitle: "Engine",
  artist: "Ada",
  totalTracks: 0,
  tracks: [],
  spotifyUrl: "https://open.spotify.com/album/B",
  images: [],
  copyrights: [],
};
const track: TrackMetadata = {
  ...details,
  title: "One",
  artist: "Ada",
  album: "Engine",
  duration: 181_000,
  isrc: "GBHL42400001",
  spotifyUrl: "https://open.spotify.com/track/T",
  albumArt: null,
};

test.each([
  ["album", "B", album, { title: "Engine", albumDetails: { label: "Harbour" } }],
  ["track", "T", track, { title: "One", trackDetails: { isrc: "GBHL42400001" } }],
] as const)("the details of a found %s are read by its id", async (type, id, data, item) => {
  const { deps, calls } = createBrowser();
  const reading = readRelease({ type, id }, new AbortController().signal, deps);
  expect(calls.map(({ path }) => path)).toEqual([`/api/spotify/${type}s/${id}/metadata`]);
  calls[0]?.finish(Response.json({ success: true, ...data, data }));
  expect(await reading).toMatchObject({ ok: true, value: { type, id, ...item } });
});

test.each([
  [404, "not-found"],
  [429, "too-many"],
  [503, "unavailable"],
])("details that end with %i are missing: %s", async (status, problem) => {
  for (const type of ["album", "track"] as const) {
    const { deps, calls } = createBrowser();
    const reading = readRelease({ type, id: "X" }, new AbortController().signal, deps);
    calls[0]?.finish(Response.json({ success: false }, { status }));
    expect(await reading).toEqual({ ok: false, problem });
  }
});
