import * as v from "valibot";
import { spotifyError } from "./spotify-api";

/** Seconds in the Retry-After header. */
export const RETRY_AFTER_SECONDS = 7;

/** The body of `POST /sandbox/spotify/fail`: how to fail, and how many calls. */
export const spotifyFailureSchema = v.strictObject({
  mode: v.picklist([
    "none",
    "http-500",
    "rate-limit",
    /** As if the token had been taken back. */
    "unauthorized",
    /** As if the catalogue were empty. */
    "empty",
  ]),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
  /** Only searches for a text with this in it fail. */
  match: v.optional(v.string(), ""),
});
type SpotifyFailure = v.InferOutput<typeof spotifyFailureSchema>;

async function createTable(db: D1Database): Promise<void> {
  await db
    .prepare(
      `CREATE TABLE IF NOT EXISTS spotify_faults (
       match TEXT PRIMARY KEY, mode TEXT NOT NULL, times INTEGER NOT NULL)`,
    )
    .run();
}

/** Makes the next calls fail; replaces an earlier setting for the same searches. */
export async function setSpotifyFailure(db: D1Database, failure: SpotifyFailure): Promise<void> {
  await createTable(db);
  await db
    .prepare("INSERT OR REPLACE INTO spotify_faults (match, mode, times) VALUES (?, ?, ?)")
    .bind(failure.match, failure.mode, failure.times)
    .run();
}

/** Counts a call; returns how it is to fail, or "none". */
export async function nextSpotifyFailure(
  db: D1Database,
  { url }: Pick<Request, "url">,
): Promise<SpotifyFailure["mode"]> {
  await createTable(db);
  const row = await db
    .prepare(
      `UPDATE spotify_faults SET times = times - 1 WHERE match = (
         SELECT match FROM spotify_faults WHERE times > 0 AND mode <> 'none'
         AND (match = '' OR instr(?, match) > 0) ORDER BY match DESC LIMIT 1) RETURNING mode`,
    )
    .bind(new URL(url).searchParams.get("q") ?? "")
    .first();
  return row ? v.parse(v.object({ mode: spotifyFailureSchema.entries.mode }), row).mode : "none";
}

/** The reply of a call that is to fail; undefined for others. */
export function spotifyFailureReply(mode: SpotifyFailure["mode"]): Response | undefined {
  switch (mode) {
    case "none":
    case "empty":
      return undefined;
    case "http-500":
      return spotifyError(500, "Internal server error");
    case "rate-limit":
      return spotifyError(429, "API rate limit exceeded", {
        "Retry-After": String(RETRY_AFTER_SECONDS),
      });
    case "unauthorized":
      return spotifyError(401, "Invalid access token");
  }
}
