import { expect, test } from "vitest";
import { findMusic, readAlbum, readTrack } from "./lookups.server";
import { memoryCache } from "./result-cache.server";
import type { SpotifyClient } from "./spotify-client.server";

const ALBUM = "4Z8W4fKeB5YxbusRsdQVPb";
const TRACK = "1Z8W4fKeB5YxbusRsdQVPb";

function createFixture(answer: (path: string, query: string) => object | undefined) {
  const requests: string[] = [];
  const client: SpotifyClient = {
    fetcher: async (request) => {
      const { hostname, pathname, searchParams } = new URL(request.url);
      if (hostname === "accounts.spotify.com")
        return Response.json({ access_token: "t", expires_in: 3600 });
      const query = searchParams.get("q") ?? "";
      requests.push(`${pathname} ${query} ${searchParams.get("type") ?? ""}`.trim());
      const body = answer(pathname, query);
      return body ? Response.json(body) : new Response("{}", { status: 500 });
    },
    credentials: { id: "id", secret: "secret" },
    market: "GB",
    tokens: { token: { value: "t", expiresAt: new Date("2027-01-01") } },
    results: memoryCache(() => new Date("2026-11-21")),
    clock: () => new Date("2026-11-21"),
  };
  return { client, requests };
}

const album = {
  id: ALBUM,
  name: 'The "Engine"',
  artists: [{ name: "Ada" }],
  label: "Harbour",
  external_ids: { upc: "198704000010" },
  tracks: { items: [{ id: TRACK, name: "One", track_number: 1, duration_ms: 1000 }] },
};
const track = {
  id: TRACK,
  name: "One",
  artists: [{ name: "Ada" }],
  album: { id: ALBUM, name: "Engine" },
  external_ids: { isrc: "GBHL42400001" },
};
const tracks = { tracks: { total: 1, items: [track] } };

test("an album's ISRCs come from one search, since the album lists its tracks without them", async () => {
  const { client, requests } = createFixture((path) => (path.endsWith("/search") ? tracks : album));
  expect((await readAlbum(client, ALBUM)).tracks).toEqual([
    { trackNumber: 1, title: "One", duration: 1000, isrc: "GBHL42400001" },
  ]);
  expect(requests).toEqual([
    `/v1/albums/${ALBUM}`,
    '/v1/search album:"The  Engine " artist:"Ada" track',
  ]);
});

test("an album has no ISRCs when that search fails", async () => {
  const { client } = createFixture((path) => (path.endsWith("/search") ? undefined : album));
  expect(await readAlbum(client, ALBUM)).toMatchObject({
    label: "Harbour",
    tracks: [{ title: "One", isrc: null }],
  });
});

test("an album that cannot be read is an error", async () => {
  const { client } = createFixture(() => undefined);
  await expect(readAlbum(client, ALBUM)).rejects.toMatchObject({ failure: "unavailable" });
});

test("a track's label and barcode are asked of its album", async () => {
  const { client, requests } = createFixture((path) => (path.includes("/tracks/") ? track : album));
  expect(await readTrack(client, TRACK)).toMatchObject({
    label: "Harbour",
    upc: "198704000010",
    isrc: "GBHL42400001",
  });
  expect(requests).toEqual([`/v1/tracks/${TRACK}`, `/v1/albums/${ALBUM}`]);
});

test("a track whose album cannot be read has 'Unknown Label'", async () => {
  const { client } = createFixture((path) => (path.includes("/tracks/") ? track : undefined));
  expect(await readTrack(client, TRACK)).toMatchObject({
    label: "Unknown Label",
    album: "Engine",
    isrc: "GBHL42400001",
  });
});

test("music is searched by the types asked for, tracks first", async () => {
  const albums = { albums: { total: 1, items: [{ id: ALBUM, name: "Engine" }] } };
  const { client, requests } = createFixture(() => ({ ...tracks, ...albums }));
  const both = await findMusic(client, "one", ["album", "track"], 5);
  expect(both.map(({ type }) => type)).toEqual(["track", "album"]);
  expect((await findMusic(client, "two", ["album"], 5)).map(({ id }) => id)).toEqual([ALBUM]);
  expect(requests).toEqual([
    "/v1/search one track",
    "/v1/search one album",
    "/v1/search two album",
  ]);
});
