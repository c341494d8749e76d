import { expect, test } from "vitest";
import { memoryCache } from "./result-cache.server";
import {
  getAlbum,
  getArtist,
  getTrack,
  type SpotifyClient,
  searchArtists,
  testSpotify,
} from "./spotify-client.server";
import { SpotifyError } from "./spotify-error.server";

const ID = "4Z8W4fKeB5YxbusRsdQVPb";

/** Spotify as a function of the API's requests; tokens are handed out beside it. */
function createFixture(answer: (url: URL) => Response | object, tokenSeconds = 3600) {
  let now = Date.parse("2026-11-21T12:00:00Z");
  const clock = () => new Date(now);
  const calls: Request[] = [];
  const tokens: { url: string; headers: Headers; body: string }[] = [];
  const client: SpotifyClient = {
    fetcher: async (request) => {
      const url = new URL(request.url);
      if (url.hostname === "accounts.spotify.com") {
        const { headers } = request;
        tokens.push({ url: request.url, headers, body: await request.text() });
        return Response.json({ access_token: `t${tokens.length}`, expires_in: tokenSeconds });
      }
      calls.push(request);
      const reply = answer(url);
      return reply instanceof Response ? reply : Response.json(reply);
    },
    credentials: { id: "id", secret: "secret" },
    market: "GB",
    tokens: {},
    results: memoryCache(clock),
    clock,
  };
  return { client, calls, tokens, pass: (seconds: number) => (now += seconds * 1000) };
}

const artist = (n: number) => ({ id: `a${n}`, name: `Artist ${n}` });

/** A search over `total` artists, paged as Spotify pages. */
const artistSearch = (total: number) => (url: URL) => {
  const offset = Number(url.searchParams.get("offset"));
  const limit = Number(url.searchParams.get("limit"));
  const all = Array.from({ length: total }, (_, n) => artist(n));
  return { artists: { total, items: all.slice(offset, offset + limit) } };
};

async function failure(reply: () => Response | object): Promise<SpotifyError> {
  const error = await getAlbum(createFixture(reply).client, ID).catch((reason: unknown) => reason);
  if (error instanceof SpotifyError) return error;
  throw new Error(`expected a SpotifyError, got ${String(error)}`);
}

test("the token is asked for with the credentials and sent as a bearer", async () => {
  const { client, calls, tokens } = createFixture(() => artist(1));
  await getArtist(client, ID);
  const [tokenRequest] = tokens;
  expect(tokenRequest?.url).toBe("https://accounts.spotify.com/api/token");
  expect(tokenRequest?.headers.get("Authorization")).toBe(`Basic ${btoa("id:secret")}`);
  expect(tokenRequest?.body).toBe("grant_type=client_credentials");
  expect(calls[0]?.headers.get("Authorization")).toBe("Bearer t1");
});

test("a token serves until a minute before it expires", async () => {
  const { client, calls, tokens, pass: advance } = createFixture(artistSearch(1));
  await testSpotify(client);
  advance(3539);
  await testSpotify(client);
  expect(tokens).toHaveLength(1);
  advance(1);
  await testSpotify(client);
  expect(calls.map((call) => call.headers.get("Authorization"))).toEqual([
    "Bearer t1",
    "Bearer t1",
    "Bearer t2",
  ]);
});

test("a revoked token is replaced once, and no more than once", async () => {
  let refusals = 1;
  const { client, calls } = createFixture(() =>
    refusals-- > 0 ? new Response("{}", { status: 401 }) : artist(1),
  );
  expect(await getArtist(client, ID)).toMatchObject({ name: "Artist 1" });
  expect(calls.map((call) => call.headers.get("Authorization"))).toEqual([
    "Bearer t1",
    "Bearer t2",
  ]);
  const always = createFixture(() => new Response("{}", { status: 401 }));
  await expect(getArtist(always.client, ID)).rejects.toMatchObject({ failure: "refused" });
  expect(always.calls).toHaveLength(2);
});

test("credentials that the token service does not know are refused", async () => {
  const { client } = createFixture(() => artist(1));
  const reply = Response.json({ error: "invalid_client" }, { status: 400 });
  await expect(getArtist({ ...client, fetcher: async () => reply }, ID)).rejects.toMatchObject({
    failure: "refused",
  });
});

test("a search for up to ten asks once, with the market", async () => {
  const { client, calls } = createFixture(artistSearch(25));
  expect(await searchArtists(client, " ada ", 8)).toHaveLength(8);
  expect(calls.map(({ url }) => url)).toEqual([
    "https://api.spotify.com/v1/search?q=ada&type=artist&market=GB&limit=8&offset=0",
  ]);
});

test("a search for more is paged by ten until there is enough, or no more", async () => {
  // The pages after the first are asked for at once, so that their order is anybody's.
  const parts = (calls: Request[]) =>
    calls
      .map(({ url }) => {
        const { searchParams } = new URL(url);
        return `${searchParams.get("offset")}+${searchParams.get("limit")}`;
      })
      .toSorted();
  const many = createFixture(artistSearch(200));
  const artists = await searchArtists(many.client, "ada", 50);
  expect(artists.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, n) => `a${n}`));
  expect(parts(many.calls)).toEqual(["0+10", "10+10", "20+10", "30+10", "40+10"]);
  const odd = createFixture(artistSearch(200));
  expect(await searchArtists(odd.client, "ada", 13)).toHaveLength(13);
  expect(parts(odd.calls)).toEqual(["0+10", "10+3"]);
  const few = createFixture(artistSearch(12));
  expect(await searchArtists(few.client, "ada", 50)).toHaveLength(12);
  expect(parts(few.calls)).toEqual(["0+10", "10+10"]);
});

test("entries that are not available are left out", async () => {
  const { client } = createFixture(() => ({ artists: { total: 2, items: [null, artist(1)] } }));
  expect(await searchArtists(client, "ada", 5)).toEqual([artist(1)]);
});

test("albums and tracks are asked for in the market", async () => {
  const { client, calls } = createFixture(() => ({ id: ID, name: "Engine" }));
  await getAlbum(client, ID);
  await getTrack(client, ID);
  expect(calls.map(({ url }) => url)).toEqual([
    `https://api.spotify.com/v1/albums/${ID}?market=GB`,
    `https://api.spotify.com/v1/tracks/${ID}?market=GB`,
  ]);
});

test("the same question is answered from memory for a short time", async () => {
  const { client, calls, pass: advance } = createFixture(artistSearch(3));
  const first = await searchArtists(client, "ada", 5);
  expect(await searchArtists(client, "ada", 5)).toEqual(first);
  expect(calls).toHaveLength(1);
  await searchArtists(client, "grace", 5);
  expect(calls).toHaveLength(2);
  advance(301);
  await searchArtists(client, "ada", 5);
  expect(calls).toHaveLength(3);
});

test("failures are not cached", async () => {
  let broken = true;
  const { client } = createFixture(() => (broken ? new Response("", { status: 500 }) : artist(1)));
  await expect(getArtist(client, ID)).rejects.toThrow(SpotifyError);
  broken = false;
  expect(await getArtist(client, ID)).toMatchObject({ name: "Artist 1" });
});

test("an invalid cache entry is ignored", async () => {
  const { client } = createFixture(() => artist(1));
  const results = { get: async () => ({ other: 1 }), put: async () => undefined };
  expect(await getArtist({ ...client, results }, ID)).toMatchObject({ name: "Artist 1" });
});

test("429 comes back at once with the wait that Spotify asks for", async () => {
  const headers = { "Retry-After": "86000" };
  expect(await failure(() => new Response("{}", { status: 429, headers }))).toMatchObject({
    failure: "rate-limited",
    retryAfterSeconds: 86_000,
  });
});

test("a wait until a date is counted from the client's own time", async () => {
  const headers = { "Retry-After": "Sat, 21 Nov 2026 12:00:40 GMT" };
  expect(await failure(() => new Response("{}", { status: 429, headers }))).toMatchObject({
    retryAfterSeconds: 40,
  });
});

test.each([
  [404, "not-found"],
  [403, "refused"],
  [500, "unavailable"],
  [503, "unavailable"],
])("HTTP %d is %s", async (status, expectedFailure) => {
  expect(await failure(() => new Response("{}", { status }))).toMatchObject({
    failure: expectedFailure,
  });
});

test("a reply that nobody can read is a failure, not an album", async () => {
  expect(await failure(() => ({ id: ID }))).toMatchObject({ failure: "unavailable" });
  expect(await failure(() => new Response("<html>"))).toMatchObject({ failure: "unavailable" });
});

test("a broken connection is a failure", async () => {
  const { client } = createFixture(() => artist(1));
  const fetcher = async () => Promise.reject(new Error("reset"));
  await expect(getArtist({ ...client, fetcher }, ID)).rejects.toMatchObject({
    failure: "unavailable",
  });
});

test.each(["", "short", `${ID}x`, "../../me", `${ID.slice(1)}/`])(
  "%j is no id, and no request is made",
  async (id) => {
    const { client, calls, tokens } = createFixture(() => artist(1));
    await expect(getArtist(client, id)).rejects.toMatchObject({ failure: "not-found" });
    expect([...calls, ...tokens]).toEqual([]);
  },
);

test("the connection test asks Spotify every time", async () => {
  const { client, calls } = createFixture(artistSearch(1));
  await testSpotify(client);
  await testSpotify(client);
  expect(calls).toHaveLength(2);
  await expect(testSpotify(createFixture(() => ({})).client)).rejects.toThrow(SpotifyError);
});
