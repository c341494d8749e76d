import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { checkArtistLink } from "~/domain/catalogue/check-link";
import { spotifyArtistId } from "~/domain/catalogue/spotify-link";
import {
  findArtists,
  findMusic,
  readAlbum,
  readTrack,
  verifyArtist,
} from "~/integrations/spotify/lookups.server";
import { type SpotifyClient, testSpotify } from "~/integrations/spotify/spotify-client.server";
import { clientOf } from "~/integrations/spotify/spotify-connection.server";
import { SpotifyError, type SpotifyFailure } from "~/integrations/spotify/spotify-error.server";
import { errorReason } from "~/observability/log";
import { capitalize } from "~/platform/formats/capitalize";
import { setRetryAfter } from "~/platform/formats/retry-after";
import type { AppContext } from "~/session/app-context";
import { requireStaff, type StaffDeps } from "~/session/require-staff";
import { rateLimited } from "./rate-limited";
import { readJson, reply } from "./replies";

type SpotifyCallDeps = Pick<AppContext, "spotify" | "log">;

const MAX_LIMIT = 50;
const DEFAULT_LIMIT = { artists: 8, music: 5 };

const statuses: Record<SpotifyFailure, number> = {
  "not-found": 404,
  "rate-limited": 429,
  refused: 502,
  unavailable: 502,
  off: 503,
};

/** Seconds, if Spotify does not say how long to wait. */
const DEFAULT_WAIT = 60;

/**
 * Runs a lookup; its failure becomes 404, 429 with Spotify's wait, 502, or 503 while Spotify is off.
 * @param body of the failure.
 */
async function replyFromSpotify(
  { log }: SpotifyCallDeps,
  request: () => Promise<object>,
  body: (failure: SpotifyFailure) => object,
): Promise<Response> {
  try {
    return reply(200, await request());
  } catch (error) {
    if (!(error instanceof SpotifyError)) throw error;
    const { failure, retryAfterSeconds: wait } = error;
    if (failure !== "not-found") log("warn", "request.failed", { reason: errorReason(error) });
    const response = reply(statuses[failure], body(failure));
    const seconds = wait ?? (failure === "rate-limited" ? DEFAULT_WAIT : undefined);
    setRetryAfter(response.headers, seconds);
    return response;
  }
}

const failureBody = (error: string) => ({ success: false, error });

/** At most 50; the default for anything but a whole number above 0. */
function parseLimit(text: string | null, fallback: number): number {
  const limit = /^\d{1,9}$/.test(text ?? "") ? Number(text) : 0;
  return limit === 0 ? fallback : Math.min(limit, MAX_LIMIT);
}

function parseQuery(request: IRequestStrict) {
  const { searchParams } = new URL(request.url);
  return { query: searchParams.get("q")?.trim() ?? "", searchParams };
}

const NO_QUERY = "Search query cannot be empty";

/** GET /api/spotify/search/artists?q&limit */
export async function searchForArtists(request: IRequestStrict, context: SpotifyCallDeps) {
  const { query, searchParams } = parseQuery(request);
  if (query === "") return reply(400, failureBody(NO_QUERY));
  const limit = parseLimit(searchParams.get("limit"), DEFAULT_LIMIT.artists);
  return replyFromSpotify(
    context,
    async () => ({
      success: true,
      artists: await findArtists(clientOf(context.spotify), query, limit),
    }),
    () => failureBody("Error searching for artists"),
  );
}

const musicTypes = v.array(v.picklist(["track", "album"]));

/** GET /api/spotify/search/music?q&type&limit: type is track, album, or both (as without one). */
export async function searchForMusic(request: IRequestStrict, context: SpotifyCallDeps) {
  const { query, searchParams } = parseQuery(request);
  if (query === "") return reply(400, failureBody(NO_QUERY));
  const types = v.safeParse(musicTypes, (searchParams.get("type") || "track,album").split(","));
  if (!types.success) return reply(400, failureBody("Error searching for music"));
  const limit = parseLimit(searchParams.get("limit"), DEFAULT_LIMIT.music);
  return replyFromSpotify(
    context,
    async () => ({
      success: true,
      items: await findMusic(clientOf(context.spotify), query, types.output, limit),
    }),
    () => failureBody("Error searching for music"),
  );
}

const verifySchema = v.object({ artistUrl: v.optional(v.nullable(v.string())) });

/** Adds `valid: false` to a refusal. */
async function invalidLinkReply(refusal: Response): Promise<Response> {
  const { success: _, ...refusalFields } = v.parse(v.looseObject({}), await refusal.json());
  const response = reply(refusal.status, { valid: false, ...refusalFields });
  const wait = refusal.headers.get("Retry-After");
  if (wait) response.headers.set("Retry-After", wait);
  return response;
}

/** POST /api/spotify/verify/artist: the profile that a pasted link leads to. */
export async function verifyArtistUrl(request: IRequestStrict, context: SpotifyCallDeps) {
  const result = await readJson(request, verifySchema);
  if (!result.ok) return invalidLinkReply(result.response);
  const link = result.body.artistUrl ?? "";
  const id = spotifyArtistId(link);
  if (!id) return reply(400, { valid: false, error: checkArtistLink(link) });
  return replyFromSpotify(
    context,
    () => verifyArtist(clientOf(context.spotify), id),
    (failure) => ({
      valid: false,
      error:
        failure === "not-found" ? "Could not verify Spotify profile" : "Error verifying artist URL",
    }),
  );
}

/** Empty if there is none, or only spaces. */
function parseId(request: IRequestStrict): string {
  return String(request.params.id ?? "").replace(/%20|\s/g, "");
}

// The two documents of the specification disagree whether fields are beside `success` or under `data`, so
// both are sent.

const metadataCall =
  (kind: "album" | "track", read: (client: SpotifyClient, id: string) => Promise<object>) =>
  async (request: IRequestStrict, context: SpotifyCallDeps) => {
    const id = parseId(request);
    if (id === "") return reply(400, failureBody(`${capitalize(kind)} ID cannot be empty`));
    return replyFromSpotify(
      context,
      async () => {
        const data = await read(clientOf(context.spotify), id);
        return { success: true, ...data, data };
      },
      () => failureBody(`Error getting ${kind} metadata`),
    );
  };

/** GET /api/spotify/albums/{id}/metadata */
export const getAlbumMetadata = metadataCall("album", readAlbum);
/** GET /api/spotify/tracks/{id}/metadata */
export const getTrackMetadata = metadataCall("track", readTrack);

/** GET /api/spotify/test: whether the credentials work. For staff. */
export async function testConnection(_: IRequestStrict, context: StaffDeps & SpotifyCallDeps) {
  const { spotify } = context;
  await requireStaff(context);
  return replyFromSpotify(
    context,
    async () => {
      await testSpotify(clientOf(spotify));
      return { success: true, message: `Spotify answers (${spotify.state}).` };
    },
    () => ({ success: false, message: "Connection test failed" }),
  );
}

/** The lookup limit, with the reply of a link check. */
export async function limitVerifying(
  request: IRequestStrict,
  context: SpotifyCallDeps & { scope: Pick<AppContext["scope"], "limitCall"> },
): Promise<Response | undefined> {
  const refusal = await rateLimited("lookups")(request, context);
  return refusal && invalidLinkReply(refusal);
}
