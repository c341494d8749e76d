import type { IRequestStrict } from "itty-router";
import { expect, test } from "vitest";
import {
  getAlbumMetadata,
  getTrackMetadata,
  searchForArtists,
  searchForMusic,
  testConnection,
  verifyArtistUrl,
} from "~/api/spotify-lookups";
import { spotifyConnection, spotifyMemory } from "~/integrations/spotify/spotify-connection.server";
import { systemClock } from "~/platform/clock";
import { parseSettings } from "~/platform/settings";
import { staffScope } from "../support/accounts";

// Portal document, sections 5 ("Search helpers"), 7 and 8 ("Spotify helpers"): what our calls say.

const settings = parseSettings({
  ENVIRONMENT: "local",
  PUBLIC_URL: "https://portal.example",
  SIGNING_SECRET: "s".repeat(32),
});

/** The portal over a Spotify that answers this to everything but the request for a token. */
function portal(answer: (url: URL) => Response) {
  const send = async (request: Request) => {
    const url = new URL(request.url);
    return url.pathname === "/api/token" ? Response.json({ access_token: "t" }) : answer(url);
  };
  const spotify = spotifyConnection(settings, send, spotifyMemory(systemClock), systemClock);
  return { spotify, scope: staffScope, log: () => {} };
}
const brokenPortal = portal(() => new Response("", { status: 400 }));
const unknown = portal(() => new Response("", { status: 404 }));
type Context = typeof brokenPortal;
type Call = (request: IRequestStrict, portal: Context) => Promise<Response>;

function callApi(
  call: Call,
  path: string,
  servicePortal: Context,
  options: { id?: string; body?: object } = {},
) {
  const { id, body } = options;
  const init = body && { method: "POST", body: JSON.stringify(body) };
  const headers = { "Content-Type": "application/json" };
  const request = new Request(`https://portal.example/api/spotify/${path}`, { ...init, headers });
  const routedRequest = Object.assign(request, { params: { id }, query: {}, route: "" });
  return call(routedRequest as IRequestStrict, servicePortal);
}
const ID = "4Z8W4fKeB5YxbusRsdQVPb";
const PAGE = `https://open.spotify.com/artist/${ID}`;
const LINK = { artistUrl: PAGE };
const no = (error: string) => ({ success: false, error });

test.each<[string, Promise<Response>, object, number?]>([
  [
    "searching for artists",
    callApi(searchForArtists, "search/artists?q=vale", brokenPortal),
    no("Error searching for artists"),
  ],
  [
    "searching for music",
    callApi(searchForMusic, "search/music?q=vale", brokenPortal),
    no("Error searching for music"),
  ],
  [
    "verifying an artist URL",
    callApi(verifyArtistUrl, "verify/artist", brokenPortal, { body: LINK }),
    { valid: false, error: "Error verifying artist URL" },
  ],
  [
    "verifying an artist nobody knows",
    callApi(verifyArtistUrl, "verify/artist", unknown, { body: LINK }),
    { valid: false, error: "Could not verify Spotify profile" },
    404,
  ],
  [
    "album metadata",
    callApi(getAlbumMetadata, "albums/id/metadata", brokenPortal, { id: ID }),
    no("Error getting album metadata"),
  ],
  [
    "track metadata",
    callApi(getTrackMetadata, "tracks/id/metadata", brokenPortal, { id: ID }),
    no("Error getting track metadata"),
  ],
  [
    "the connection test",
    callApi(testConnection, "test", brokenPortal),
    { success: false, message: "Connection test failed" },
  ],
  [
    "metadata of an album nobody knows",
    callApi(getAlbumMetadata, "albums/id/metadata", unknown, { id: ID }),
    no("Error getting album metadata"),
    404,
  ],
])("section 8, Spotify helpers, a failure of %s", async (_, reply, expectedReply, status = 502) => {
  const response = await reply;
  expect([response.status, await response.json()]).toEqual([status, expectedReply]);
});

test.each<[string, Promise<Response>, object]>([
  [
    "an empty query for artists",
    callApi(searchForArtists, "search/artists?q=%20", brokenPortal),
    no("Search query cannot be empty"),
  ],
  [
    "an empty query for music",
    callApi(searchForMusic, "search/music", brokenPortal),
    no("Search query cannot be empty"),
  ],
  [
    "an empty album id",
    callApi(getAlbumMetadata, "albums/%20/metadata", brokenPortal, { id: " " }),
    no("Album ID cannot be empty"),
  ],
  [
    "an empty track id",
    callApi(getTrackMetadata, "tracks/%20/metadata", brokenPortal, { id: " " }),
    no("Track ID cannot be empty"),
  ],
  [
    "no artist URL",
    callApi(verifyArtistUrl, "verify/artist", brokenPortal, { body: { artistUrl: "" } }),
    { valid: false, error: "Please enter a Spotify artist URL" },
  ],
  [
    "a wrong artist URL",
    callApi(verifyArtistUrl, "verify/artist", brokenPortal, { body: { artistUrl: "Vale" } }),
    {
      valid: false,
      error: "Please enter a valid Spotify artist URL (e.g., open.spotify.com/artist/...)",
    },
  ],
  [
    "a kind of music that there is not",
    callApi(searchForMusic, "search/music?q=night&type=podcast", brokenPortal),
    no("Error searching for music"),
  ],
])("section 5, search helpers, %s", async (_, reply, expectedReply) => {
  const response = await reply;
  expect([response.status, await response.json()]).toEqual([400, expectedReply]);
});

test("section 7, a search is answered with success and artists of id, name, url and image", async () => {
  const artist = { id: ID, name: "Vale", images: [] };
  const items = { artists: { total: 1, items: [artist] } };
  const itemsPortal = portal(() => Response.json(items));
  const response = await callApi(searchForArtists, "search/artists?q=vale", itemsPortal);
  expect(await response.json()).toEqual({
    success: true,
    artists: [{ id: ID, name: "Vale", url: PAGE, image: null }],
  });
});

test("section 7, a verified artist is answered with valid, artistName and artistImage", async () => {
  const artistPortal = portal(() => Response.json({ id: ID, name: "Vale", images: [] }));
  const response = await callApi(verifyArtistUrl, "verify/artist", artistPortal, { body: LINK });
  expect(await response.json()).toEqual({
    valid: true,
    artistName: "Vale",
    artistImage: null,
  });
});

test.each([
  ["limit=3", 3],
  ["limit=50", 50],
  ["limit=51", 50],
  ["", 8],
  ["limit=0", 8],
  ["limit=2.5", 8],
])("section 5, search helpers, with %j a search has %d artists", async (limit, count) => {
  const items = Array.from({ length: 10 }, (_, at) => ({ id: `${at}`, name: "Vale", images: [] }));
  const many = portal(() => Response.json({ artists: { total: 200, items } }));
  const response = await callApi(searchForArtists, `search/artists?q=vale&${limit}`, many);
  expect(await response.json()).toMatchObject({ artists: { length: count } });
});
