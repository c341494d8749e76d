import { expect, test } from "vitest";
import { spotifyConnection, spotifyMemory } from "~/integrations/spotify/spotify-connection.server";
import type { LogFields } from "~/observability/log";
import { systemClock } from "~/platform/clock";
import { parseSettings } from "~/platform/settings";
import { anonymousScope, staffScope } from "../../tests/support/accounts";
import { refusedReply } from "./replies";
import {
  getAlbumMetadata,
  getTrackMetadata,
  limitVerifying,
  searchForArtists,
  searchForMusic,
  testConnection,
  verifyArtistUrl,
} from "./spotify-lookups";

// Cases that need another environment; the rest is in tests/workerd/worlds/spotify-*.test.ts.

const ID = "4Z8W4fKeB5YxbusRsdQVPb";

function request(path: string, { id, body }: { id?: string; body?: object } = {}) {
  const init = body && {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  const plainRequest = new Request(`https://portal.example${path}`, init);
  return Object.assign(plainRequest, { route: path, params: { ...(id && { id }) }, query: {} });
}

function portal(spotify?: (request: Request) => Promise<Response>, scope = staffScope) {
  const lines: LogFields[] = [];
  const settings = parseSettings({
    SIGNING_SECRET: "s".repeat(32),
  });
  return {
    lines,
    scope,
    spotify: spotifyConnection(settings, spotify, spotifyMemory(systemClock), systemClock),
    log: (_level: string, _event: string, fields?: LogFields) => void lines.push(fields ?? {}),
  };
}

const calls: [string, (spotify: ReturnType<typeof portal>) => Promise<Response>, object][] = [
  [
    "artist search",
    (deps) => searchForArtists(request("/?q=vale"), deps),
    { success: false, error: "Error searching for artists" },
  ],
  [
    "music search",
    (deps) => searchForMusic(request("/?q=vale"), deps),
    { success: false, error: "Error searching for music" },
  ],
  [
    "artist verification",
    (deps) => verifyArtistUrl(request("/", { body: { artistUrl: `spotify:artist:${ID}` } }), deps),
    { valid: false, error: "Error verifying artist URL" },
  ],
  [
    "album metadata",
    (deps) => getAlbumMetadata(request("/", { id: ID }), deps),
    { success: false, error: "Error getting album metadata" },
  ],
  [
    "track metadata",
    (deps) => getTrackMetadata(request("/", { id: ID }), deps),
    { success: false, error: "Error getting track metadata" },
  ],
  [
    "the connection test",
    (deps) => testConnection(request("/"), deps),
    { success: false, message: "Connection test failed" },
  ],
];

test.each(calls)("%s answers 503 with its text while Spotify is off", async (_, call, body) => {
  const response = await call(portal());
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual(body);
});

test.each(calls)("%s passes on 429 and Retry-After of a spent quota", async (_, call, body) => {
  const headers = { "Retry-After": "86000" };
  const deps = portal(async () => new Response("{}", { status: 429, headers }));
  const response = await call(deps);
  expect(response.status).toBe(429);
  expect(response.headers.get("Retry-After")).toBe("86000");
  expect(await response.json()).toEqual(body);
  expect(deps.lines[0]?.reason).toContain("429");
});

test.each(calls)("%s answers 502 with its text when nothing answers", async (_, call, body) => {
  const response = await call(portal(() => Promise.reject(new Error("reset"))));
  expect(response.status).toBe(502);
  expect(await response.json()).toEqual(body);
});

test("the connection test is closed to all but staff, and Spotify is not asked", async () => {
  let callCount = 0;
  const spotify = async () => {
    callCount += 1;
    return new Response("{}");
  };
  const testing = testConnection(request("/"), portal(spotify, anonymousScope));
  const response = await testing.catch(refusedReply);
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ success: false });
  expect(callCount).toBe(0);
});

test("too many link checks are answered as not valid, with Retry-After", async () => {
  const verifyRequest = request("/api/spotify/verify/artist", { body: {} });
  const depsWithLimit = (isFree: boolean) => ({
    ...portal(),
    scope: { limitCall: async () => (isFree ? undefined : 60) },
  });
  expect(await limitVerifying(verifyRequest, depsWithLimit(true))).toBeUndefined();
  const reply = await limitVerifying(verifyRequest, depsWithLimit(false));
  expect([reply?.status, reply?.headers.get("Retry-After")]).toEqual([429, "60"]);
  expect(await reply?.json()).toEqual({ valid: false, error: expect.any(String) });
});
