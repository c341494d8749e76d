import { afterEach, expect, test } from "vitest";
import { artists, releases, tracks } from "../../workers/sandbox/spotify-catalogue";
import { RETRY_AFTER_SECONDS } from "../../workers/sandbox/spotify-failures";
import { appUnderTest } from "../support/app-server";
import { Visitor } from "../support/visitor";

const visitor = new Visitor();

interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

async function read(response: Response): Promise<Answer> {
  const { status, headers } = response;
  return { status, headers, body: await response.json() };
}

const get = async (path: string) => read(await visitor.send(`/api/spotify${path}`));
const verify = async (body: unknown) =>
  read(await visitor.json("/api/spotify/verify/artist", body));
const fail = (mode: string, times = 1) => visitor.json("/sandbox/spotify/fail", { mode, times });

afterEach(async () => {
  await fail("none", 0);
});

function one<T extends { title: string }>(all: readonly T[], title: string): T {
  const found = all.find((entry) => entry.title === title);
  if (!found) throw new Error(`The catalogue holds no ${title}`);
  return found;
}
const artist = artists.find(({ name }) => name === "Élodie Marchetti");
const album = one(releases, "Nordlys Motel");
const track = one(tracks, "Golden Hour Accra");

/** Searches that no other test has made: answers are remembered for a while. */
let serial = 0;
const unheard = () => {
  serial += 1;
  return `q=nobody${serial}`;
};

test("an artist search answers with id, name, url and image", async () => {
  const { status, body } = await get("/search/artists?q=elodie&limit=8");
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    artists: [
      {
        id: artist?.id,
        name: "Élodie Marchetti",
        url: `https://open.spotify.com/artist/${artist?.id}`,
        image: `${appUnderTest().url}/sandbox/spotify/images/${artist?.id}?size=160`,
      },
    ],
  });
});

test("an image of the sandbox is on the site's own address, where the page may show it", async () => {
  const { body } = await get("/search/artists?q=elodie");
  const [found] = body.artists as { image: string }[];
  const { origin, pathname, search } = new URL(found?.image ?? "");
  expect(origin).toBe(new URL(appUnderTest().url).origin);
  const image = await visitor.send(pathname + search);
  expect(image.status).toBe(200);
  expect(image.headers.get("Content-Type")).toBe("image/svg+xml");
});

test.each([
  ["limit=3", 3],
  ["limit=14", 14],
  ["limit=50", 50],
  ["limit=51", 50],
  ["limit=9999", 50],
  ["", 5],
  ["limit=0", 5],
  ["limit=-1", 5],
  ["limit=ten", 5],
  ["limit=2.5", 5],
])("a music search with %j lists %d tracks", async (limit, count) => {
  const { body } = await get(`/search/music?q=s&type=track&${limit}`);
  expect(body.items).toHaveLength(count);
});

test("a music search lists tracks and albums in the shape the wizard reads", async () => {
  const { body } = await get("/search/music?q=nordlys%20motel&type=track,album&limit=5");
  const items = body.items as Record<string, unknown>[];
  const date = { release_date: "2019-03-01" };
  expect(items).toContainEqual(
    expect.objectContaining({
      type: "album",
      id: album.id,
      name: "Nordlys Motel",
      artists: [{ name: "Ødegård & the Lanterns" }],
      images: [expect.objectContaining({ url: expect.stringContaining(album.id) })],
      ...date,
    }),
  );
  expect(items[0]).toMatchObject({
    type: "track",
    name: "Nordlys Motel",
    album: { images: [{ url: expect.stringContaining(album.id) }], ...date },
  });
  const albums = await get("/search/music?q=nordlys&type=album");
  expect((albums.body.items as { type: string }[]).map(({ type }) => type)).toEqual(["album"]);
});

test("a search that finds nothing succeeds with an empty list", async () => {
  expect((await get(`/search/artists?${unheard()}`)).body).toEqual({ success: true, artists: [] });
  expect((await get(`/search/music?${unheard()}`)).body).toEqual({ success: true, items: [] });
});

test.each([
  ["/search/artists", "Search query cannot be empty"],
  ["/search/artists?q=%20", "Search query cannot be empty"],
  ["/search/music?q=&type=track", "Search query cannot be empty"],
  ["/search/music?q=night&type=podcast", "Error searching for music"],
  ["/albums//metadata", "Album ID cannot be empty"],
  ["/albums/%20/metadata", "Album ID cannot be empty"],
  ["/tracks//metadata", "Track ID cannot be empty"],
])("%s is refused with %j", async (path, error) => {
  const { status, body } = await get(path);
  expect(status).toBe(400);
  expect(body).toEqual({ success: false, error });
});

test.each([
  (id: string) => `https://open.spotify.com/artist/${id}`,
  (id: string) => `open.spotify.com/intl-fr/artist/${id}?si=abc`,
  (id: string) => `https://open.spotify.com/embed/artist/${id}`,
  (id: string) => `spotify:artist:${id}`,
])("an artist's link is verified in every form", async (form) => {
  const { status, body } = await verify({ artistUrl: form(artist?.id ?? "") });
  expect(status).toBe(200);
  expect(body).toEqual({
    valid: true,
    artistName: "Élodie Marchetti",
    artistImage: expect.stringContaining(`/sandbox/spotify/images/${artist?.id}`),
  });
});

const MALFORMED = "Please enter a valid Spotify artist URL (e.g., open.spotify.com/artist/...)";

test.each([
  [{ artistUrl: "" }, 400, "Please enter a Spotify artist URL"],
  [{}, 400, "Please enter a Spotify artist URL"],
  [{ artistUrl: "Élodie Marchetti" }, 400, MALFORMED],
  [{ artistUrl: `https://open.spotify.com/album/${album.id}` }, 400, MALFORMED],
  [{ artistUrl: "spotify:artist:0000000000000000000000" }, 404, "Could not verify Spotify profile"],
  [{ artistUrl: "spotify:artist:short" }, 404, "Could not verify Spotify profile"],
])("verifying %j answers %d", async (sent, status, error) => {
  const answer = await verify(sent);
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ valid: false, error });
});

test("an album's metadata has every field, beside success and under data, ISRCs included", async () => {
  const { status, body } = await get(`/albums/${album.id}/metadata`);
  expect(status).toBe(200);
  const { success, data, ...fields } = body;
  expect(success).toBe(true);
  expect(fields).toEqual(data);
  expect(fields).toEqual({
    albumTitle: "Nordlys Motel",
    artist: "Ødegård & the Lanterns",
    label: "Fjordlys",
    releaseDate: "2019-03-01",
    totalTracks: 9,
    tracks: album.tracks.map(({ number, title, duration, isrc }) => ({
      trackNumber: number,
      title,
      duration,
      isrc,
    })),
    spotifyUrl: `https://open.spotify.com/album/${album.id}`,
    images: [640, 300, 64].map((size) => ({
      url: `${appUnderTest().url}/sandbox/spotify/images/${album.id}?size=${size}`,
      width: size,
      height: size,
    })),
    copyrights: [
      { text: "© 2019 Fjordlys", type: "C" },
      { text: "℗ 2019 Fjordlys", type: "P" },
    ],
    upc: album.upc,
  });
});

test("a track's metadata has every field, its label and barcode from its album", async () => {
  const { status, body } = await get(`/tracks/${track.id}/metadata`);
  expect(status).toBe(200);
  const { success, data, ...fields } = body;
  expect(success).toBe(true);
  expect(fields).toEqual(data);
  expect(fields).toEqual({
    title: "Golden Hour Accra",
    artist: "Kwabena Asuo-Reid, Tāne Hollowell",
    album: "Golden Hour Accra",
    label: "Northern Quarter Sound",
    releaseDate: "2023-12-01",
    duration: track.duration,
    isrc: track.isrc,
    spotifyUrl: `https://open.spotify.com/track/${track.id}`,
    albumArt: `${appUnderTest().url}/sandbox/spotify/images/${track.release.id}?size=300`,
    upc: track.release.upc,
  });
});

test("a release without a label has 'Unknown Label'", async () => {
  const { id } = one(releases, "Soft Launch");
  expect((await get(`/albums/${id}/metadata`)).body.label).toBe("Unknown Label");
});

test.each([
  ["albums/0000000000000000000000", "Error getting album metadata"],
  ["tracks/0000000000000000000000", "Error getting track metadata"],
  ["albums/short", "Error getting album metadata"],
  ["tracks/..%2Fme/x", "Error getting track metadata"],
])("%s is unknown: 404", async (path, error) => {
  const { status, body } = await get(`/${path}/metadata`);
  expect(status).toBe(404);
  expect(body).toEqual({ success: false, error });
});

test("a rate limit is handed on with its wait, at once", async () => {
  await fail("rate-limit");
  const started = Date.now();
  const { status, headers, body } = await get(`/search/artists?${unheard()}`);
  expect(status).toBe(429);
  expect(headers.get("Retry-After")).toBe(String(RETRY_AFTER_SECONDS));
  expect(body).toEqual({ success: false, error: "Error searching for artists" });
  expect(Date.now() - started).toBeLessThan(RETRY_AFTER_SECONDS * 1000);
});

test("an outage answers 502, and the next try is answered", async () => {
  await fail("http-500");
  const path = `/search/music?type=album&${unheard()}`;
  const { status, body } = await get(path);
  expect(status).toBe(502);
  expect(body).toEqual({ success: false, error: "Error searching for music" });
  expect((await get(path)).body).toEqual({ success: true, items: [] });
});

test("one token taken back goes unnoticed; one that never works answers 502", async () => {
  await fail("unauthorized");
  expect((await get(`/search/artists?${unheard()}`)).status).toBe(200);
  await fail("unauthorized", 2);
  expect((await get(`/search/artists?${unheard()}`)).status).toBe(502);
});

test("an empty catalogue finds nothing", async () => {
  await fail("empty");
  expect((await get("/search/artists?q=marigold%20freight")).body).toEqual({
    success: true,
    artists: [],
  });
});

test("what was answered a moment ago is answered again while Spotify is down", async () => {
  const path = "/search/artists?q=halcyon%20grid";
  const first = await get(path);
  await fail("http-500", 5);
  expect(await get(path)).toMatchObject({ status: 200, body: first.body });
});

test("the connection test answers in a local run, and says when it fails", async () => {
  expect(await get("/test")).toMatchObject({
    status: 200,
    body: { success: true, message: "Spotify answers (sandbox)." },
  });
  await fail("http-500");
  expect(await get("/test")).toMatchObject({
    status: 502,
    body: { success: false, message: "Connection test failed" },
  });
});

test("health names the state of the integration", async () => {
  const { body } = await read(await visitor.send("/api/health"));
  expect(body.integrations).toMatchObject({ spotify: "sandbox" });
});

test("a mode that the sandbox does not know is refused", async () => {
  expect((await fail("explode")).status).toBe(400);
});
