import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { clientOf, type SpotifyConnection } from "~/catalogue/connection.server";
import {
  findArtists,
  findMusic,
  readAlbum,
  readTrack,
  verifyArtist,
} from "~/catalogue/lookups.server";
import { testSpotify } from "~/catalogue/spotify-client.server";
import { SpotifyError, type SpotifyFailure } from "~/catalogue/spotify-error.server";
import { checkArtistLink, spotifyArtistId } from "~/catalogue/spotify-link";
import { type Log, reasonOf } from "~/monitoring/log";
import type { Settings } from "~/platform/settings";
import { visitorKey } from "~/session/visitor";
import { readJson, reply } from "./replies";

/** What these calls need of the portal. */
interface Part {
  spotify: SpotifyConnection;
  settings: Pick<Settings, "ENVIRONMENT">;
  log: Log;
}

const MAX_LIMIT = 50;
/** How many artists and how many pieces of music are listed unless asked otherwise. */
const DEFAULT_LIMIT = { artists: 8, music: 5 };

const statuses: Record<SpotifyFailure, number> = {
  "not-found": 404,
  "rate-limited": 429,
  refused: 502,
  unavailable: 502,
  off: 503,
};

/**
 * The answer to a lookup, or the reply that tells of its failure: 404, 429 with the wait Spotify
 * asks for, 502, or 503 while there is no connection.
 * @param body the failure's body.
 */
async function answer(
  { log }: Part,
  ask: () => Promise<object>,
  body: (failure: SpotifyFailure) => object,
): Promise<Response> {
  try {
    return reply(200, await ask());
  } catch (error) {
    if (!(error instanceof SpotifyError)) throw error;
    const { failure, retryAfterSeconds: wait } = error;
    if (failure !== "not-found") log("warn", "request.failed", { reason: reasonOf(error) });
    const response = reply(statuses[failure], body(failure));
    if (wait !== undefined) response.headers.set("Retry-After", String(Math.ceil(wait)));
    return response;
  }
}

const failed = (error: string) => ({ success: false, error });

/** A limit as given, at most 50; the default for anything but a whole number above 0. */
function limitOf(text: string | null, otherwise: number): number {
  const limit = /^\d{1,9}$/.test(text ?? "") ? Number(text) : 0;
  return limit === 0 ? otherwise : Math.min(limit, MAX_LIMIT);
}

function paramsOf(request: IRequestStrict) {
  const { searchParams } = new URL(request.url);
  return { query: searchParams.get("q")?.trim() ?? "", searchParams };
}

const NO_QUERY = "Search query cannot be empty";

/** GET /api/spotify/search/artists?q&limit */
export async function searchForArtists(request: IRequestStrict, portal: Part): Promise<Response> {
  const { query, searchParams } = paramsOf(request);
  if (query === "") return reply(400, failed(NO_QUERY));
  const limit = limitOf(searchParams.get("limit"), DEFAULT_LIMIT.artists);
  return answer(
    portal,
    async () => ({
      success: true,
      artists: await findArtists(clientOf(portal.spotify), query, limit),
    }),
    () => failed("Error searching for artists"),
  );
}

const musicTypes = v.array(v.picklist(["track", "album"]));

/** GET /api/spotify/search/music?q&type&limit: type is track, album, or both (as without one). */
export async function searchForMusic(request: IRequestStrict, portal: Part): Promise<Response> {
  const { query, searchParams } = paramsOf(request);
  if (query === "") return reply(400, failed(NO_QUERY));
  const types = v.safeParse(musicTypes, (searchParams.get("type") || "track,album").split(","));
  if (!types.success) return reply(400, failed("Error searching for music"));
  const limit = limitOf(searchParams.get("limit"), DEFAULT_LIMIT.music);
  return answer(
    portal,
    async () => ({
      success: true,
      items: await findMusic(clientOf(portal.spotify), query, types.output, limit),
    }),
    () => failed("Error searching for music"),
  );
}

const verifySchema = v.object({ artistUrl: v.optional(v.nullable(v.string())) });

/** POST /api/spotify/verify/artist: whose profile a pasted link leads to. */
export async function verifyArtistUrl(request: IRequestStrict, portal: Part): Promise<Response> {
  const parsed = await readJson(request, verifySchema);
  if (!parsed.ok) return parsed.response;
  const link = parsed.body.artistUrl ?? "";
  const id = spotifyArtistId(link);
  if (!id) return reply(400, { valid: false, error: checkArtistLink(link) });
  return answer(
    portal,
    () => verifyArtist(clientOf(portal.spotify), id),
    (failure) => ({
      valid: false,
      error:
        failure === "not-found" ? "Could not verify Spotify profile" : "Error verifying artist URL",
    }),
  );
}

/** The id in the path; empty where there is none, or nothing but spaces. */
function idOf(request: IRequestStrict): string {
  return String(request.params.id ?? "").replace(/%20|\s/g, "");
}

// The two documents of the specification read these replies differently, one the fields beside
// `success`, the other under `data`: both are there.

/** GET /api/spotify/albums/{id}/metadata */
export async function getAlbumMetadata(request: IRequestStrict, portal: Part): Promise<Response> {
  const id = idOf(request);
  if (id === "") return reply(400, failed("Album ID cannot be empty"));
  return answer(
    portal,
    async () => {
      const data = await readAlbum(clientOf(portal.spotify), id);
      return { success: true, ...data, data };
    },
    () => failed("Error getting album metadata"),
  );
}

/** GET /api/spotify/tracks/{id}/metadata */
export async function getTrackMetadata(request: IRequestStrict, portal: Part): Promise<Response> {
  const id = idOf(request);
  if (id === "") return reply(400, failed("Track ID cannot be empty"));
  return answer(
    portal,
    async () => {
      const data = await readTrack(clientOf(portal.spotify), id);
      return { success: true, ...data, data };
    },
    () => failed("Error getting track metadata"),
  );
}

/** GET /api/spotify/test: whether the credentials work. For staff, so far in local runs only. */
export async function testConnection(_: IRequestStrict, portal: Part): Promise<Response> {
  const { spotify, settings } = portal;
  if (settings.ENVIRONMENT !== "local")
    return reply(403, { success: false, message: "This call is for staff." });
  return answer(
    portal,
    async () => {
      await testSpotify(clientOf(spotify));
      return { success: true, message: `Spotify answers (${spotify.state}).` };
    },
    () => ({ success: false, message: "Connection test failed" }),
  );
}

/** Stops a visitor who asks too much of the label's shared quota; others go on to their call. */
export async function limitLookups(
  request: IRequestStrict,
  portal: { mayLookUp: (visitor: string) => Promise<boolean> },
): Promise<Response | undefined> {
  if (await portal.mayLookUp(visitorKey(request))) return undefined;
  const response = reply(429, failed("Too many searches just now. Wait a minute, then try again."));
  response.headers.set("Retry-After", "60");
  return response;
}
