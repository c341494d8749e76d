import type { HttpError } from "~/platform/http-client";

/**
 * `off`: no credentials and no sandbox. `refused`: the credentials do not open the API, so somebody
 * has to change a setting. `unavailable`: no reply, or one nobody can read.
 */
export type SpotifyFailure = "off" | "not-found" | "rate-limited" | "refused" | "unavailable";

/** Why Spotify gave no answer. The message never quotes what was searched for. */
export class SpotifyError extends Error {
  override readonly name = "SpotifyError";
  constructor(
    readonly failure: SpotifyFailure,
    message: string,
    /** Seconds Spotify asks us to wait; up to a day where a quota is spent. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** Nobody has given us credentials. */
export const spotifyNotConfigured = () =>
  new SpotifyError("off", "Spotify is not set up: there are no credentials.");

/** The failure behind a reply of the API or of the token service. */
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
