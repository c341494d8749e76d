import { expect, test } from "vitest";
import { systemClock } from "~/platform/clock";
import { network } from "~/platform/http-client";
import { clientOf, spotifyConnection, spotifyMemory } from "./spotify-connection.server";
import { SpotifyError } from "./spotify-error.server";

const sandbox = async () => new Response();
const memory = spotifyMemory(systemClock);
const market = { SPOTIFY_MARKET: "IE" };

test("with credentials Spotify itself is asked, even where a sandbox is bound", () => {
  const settings = { ...market, SPOTIFY_CLIENT_ID: "id-1234", SPOTIFY_CLIENT_SECRET: "secret-1" };
  expect(spotifyConnection(settings, sandbox, memory, systemClock)).toMatchObject({
    state: "live",
    client: {
      fetcher: network,
      credentials: { id: "id-1234", secret: "secret-1" },
      market: "IE",
      tokens: memory.tokens,
      results: memory.results,
    },
  });
});

test("without credentials the sandbox stands in, and without a sandbox Spotify is off", () => {
  expect(spotifyConnection(market, sandbox, memory, systemClock)).toMatchObject({
    state: "sandbox",
    client: { fetcher: sandbox, market: "IE" },
  });
  expect(spotifyConnection(market, undefined, memory, systemClock)).toEqual({ state: "off" });
});

test("asking while Spotify is off says so", () => {
  expect(() => clientOf({ state: "off" })).toThrow(SpotifyError);
});
