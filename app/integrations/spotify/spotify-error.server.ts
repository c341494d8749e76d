import type { HttpError } from "~/platform/http-client";

/**
 * `off`: no credentials and no sandbox. `refused`: the credentials are wrong. `unavailable`: no
 * reply, or an unreadable one.
 */
export type SpotifyFailure = "off" | "not-found" | "rate-limited" | "refused" | "unavailable";

/** The message never contains the query. */
export class SpotifyError extends Error {
  override readonly name = "SpotifyError";
  constructor(
    readonly failure: SpotifyFailure,
    message: string,
    /** Up to a day if a quota is used up. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

export const spotifyNotConfigured = () =>
  new SpotifyError("off", "Spotify is not set up: there are no credentials.");

export function spotifyErrorFromHttp({
  status,
  message,
  retryAfterSeconds,
}: HttpError): SpotifyError {
  if (status === 404) return new SpotifyError("not-found", message);
  if (status === 429) return new SpotifyError("rate-limited", message, retryAfterSeconds);
  if (status === 401 || status === 403) return new SpotifyError("refused", message);
  return new SpotifyError("unavailable", message);
}
