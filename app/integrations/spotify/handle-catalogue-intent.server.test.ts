import { expect, test } from "vitest";
import { handleCatalogueIntent } from "./handle-catalogue-intent.server";
import { memoryCache } from "./result-cache.server";
import type { SpotifyClient } from "./spotify-client.server";

const ALBUM = "4Z8W4fKeB5YxbusRsdQVPb";
const TRACK = "1Z8W4fKeB5YxbusRsdQVPb";

const album = {
  id: ALBUM,
  name: "Engine",
  artists: [{ name: "Ada" }],
  label: "Harbour",
  external_ids: { upc: "198704000010" },
};
const track = { id: TRACK, name: "One", artists: [{ name: "Ada" }], album };
const allReplies: Record<string, object> = {
  [`/v1/albums/${ALBUM}`]: album,
  [`/v1/tracks/${TRACK}`]: track,
  "/v1/search": {
    albums: { total: 1, items: [album] },
    tracks: { total: 1, items: [track] },
  },
};

/** Spotify as far as it answers: any other path is down. */
function createSpotify(answers: Record<string, object> = allReplies): SpotifyClient {
  return {
    fetcher: async (request) => {
      const { hostname, pathname } = new URL(request.url);
      if (hostname === "accounts.spotify.com")
        return Response.json({ access_token: "t", expires_in: 3600 });
      const body = answers[pathname];
      return body ? Response.json(body) : new Response("{}", { status: 500 });
    },
    credentials: { id: "id", secret: "secret" },
    market: "GB",
    tokens: {},
    results: memoryCache(() => new Date("2026-11-21")),
    clock: () => new Date("2026-11-21"),
  };
}
const createDown = () => createSpotify({});
const createPartial = (...paths: string[]) =>
  createSpotify(
    Object.fromEntries(Object.entries(allReplies).filter(([path]) => paths.includes(path))),
  );

const press = (
  intent: string,
  fields: object = {},
  client: SpotifyClient | undefined = createSpotify(),
) => handleCatalogueIntent(intent, { catalogueQuery: "", catalogueUrl: "", ...fields }, client);

test("a search shows albums first, then tracks", async () => {
  const { found, error } = await press("search-catalogue", { catalogueQuery: " engine " });
  expect(found).toMatchObject({
    query: "engine",
    items: [
      { type: "album", id: ALBUM, title: "Engine", artist: "Ada" },
      { type: "track", id: TRACK, title: "One", artist: "Ada", album: "Engine" },
    ],
  });
  expect(error).toBeUndefined();
});

test("a search without results is distinguished from no search", async () => {
  const emptyReply = {
    "/v1/search": { albums: { total: 0, items: [] }, tracks: { total: 0, items: [] } },
  };
  const { found } = await press(
    "search-catalogue",
    { catalogueQuery: "engine" },
    createSpotify(emptyReply),
  );
  expect(found).toEqual({ query: "engine", items: [], searched: true });
});

test.each([
  ["", "Search query cannot be empty"],
  ["e", "Type at least 2 characters."],
])("the query %j is not sent: %s", async (catalogueQuery, error) => {
  const answer = await press("search-catalogue", { catalogueQuery }, createDown());
  expect(answer).toEqual({ found: { query: catalogueQuery, items: [] }, error });
});

test.each([
  ["is down", createDown(), "unavailable"],
  ["is not connected", undefined, "off"],
])(
  "a search while Spotify %s says 'Search failed' and keeps the query",
  async (_, client, expectedFailure) => {
    const fields = { catalogueQuery: "engine", catalogueUrl: "" };
    const answer = await handleCatalogueIntent("search-catalogue", fields, client);
    expect(answer.found).toEqual({ query: "engine", items: [], error: "Search failed" });
    expect(answer.failure).toMatchObject({ failure: expectedFailure });
  },
);

test.each([
  ["", "Please enter a Spotify URL"],
  ["Engine", "Please enter a valid Spotify track or album URL"],
  [`https://open.spotify.com/artist/${ALBUM}`, "Please enter a valid Spotify track or album URL"],
  [
    "https://spotify.link/abc",
    "Please enter a valid Spotify track or album URL. This is a short link. Open it, then copy the address it takes you to.",
  ],
])("the link %j is refused and kept: %s", async (catalogueUrl, error) => {
  const answer = await press("add-url", { catalogueUrl, catalogueQuery: "eng" }, createDown());
  expect(answer).toEqual({ found: { query: "eng", url: catalogueUrl, items: [] }, error });
});

test.each([
  ["album", `https://open.spotify.com/intl-de/album/${ALBUM}?si=1`, "Engine"],
  ["track", `spotify:track:${TRACK}`, "One"],
])("a link to the %s adds it with its details", async (type, catalogueUrl, title) => {
  const { item, found, error } = await press("add-url", { catalogueUrl });
  expect(item).toMatchObject({ type, title, artist: "Ada" });
  const details = item?.type === "album" ? item.albumDetails : item?.trackDetails;
  expect(details).toMatchObject({ label: "Harbour", upc: "198704000010" });
  expect(found).toEqual({ query: "", items: [], added: `Added "${title}" by Ada.` });
  expect(error).toBeUndefined();
});

test("a link whose release cannot be read is an error, and is kept", async () => {
  const catalogueUrl = `open.spotify.com/album/${ALBUM}`;
  const { item, ...answer } = await press("add-url", { catalogueUrl }, createDown());
  expect(item).toBeUndefined();
  expect(answer).toMatchObject({
    error: "Error adding item to catalogue",
    found: { url: catalogueUrl },
    failure: { failure: "unavailable" },
  });
});

test("a result of a search is added, and the others stay in sight", async () => {
  const answer = await press(`add-found:track:${TRACK}`, { catalogueQuery: "engine" });
  expect(answer.item).toMatchObject({
    type: "track",
    id: TRACK,
    trackDetails: { label: "Harbour" },
  });
  expect(answer.found.items).toHaveLength(2);
  expect(answer.found.added).toBe('Added "One" by Ada.');
});

test("a result whose details cannot be read is added with 'Unknown Label'", async () => {
  const fields = { catalogueQuery: "engine" };
  const answer = await press(`add-found:album:${ALBUM}`, fields, createPartial("/v1/search"));
  expect(answer.item).toMatchObject({
    title: "Engine",
    albumDetails: { label: "Unknown Label", tracks: [] },
  });
  expect(answer.failure).toMatchObject({ failure: "unavailable" });
});

test("a result is added even when the search cannot be repeated", async () => {
  const fields = { catalogueQuery: "engine" };
  const answer = await press(
    `add-found:track:${TRACK}`,
    fields,
    createPartial(`/v1/tracks/${TRACK}`),
  );
  expect(answer).toMatchObject({ item: { title: "One" }, found: { items: [] } });
});

test("a result of which nothing can be read is an error beside the search", async () => {
  const answer = await press(
    `add-found:album:${ALBUM}`,
    { catalogueQuery: "engine" },
    createDown(),
  );
  expect(answer.item).toBeUndefined();
  expect(answer.found).toEqual({
    query: "engine",
    items: [],
    error: "Error adding item to catalogue",
  });
});

test.each(["add-found:artist:X", "add-found", "next"])("%s adds nothing", async (intent) => {
  expect(await press(intent, { catalogueQuery: "eng" }, createDown())).toEqual({
    found: { query: "eng", items: [] },
  });
});
