import { type Probe, ProbeError } from "~/observability/health/health-checks.server";
import { formatWaitUntil } from "~/platform/formats/duration";
import { type SpotifyClient, testSpotify } from "./spotify-client.server";
import { SpotifyError, type SpotifyFailure } from "./spotify-error.server";

const advice: Record<SpotifyFailure, string> = {
  refused:
    "Spotify does not take the credentials. Set SPOTIFY_CLIENT_ID and SPOTIFY_CLIENT_SECRET as the application's dashboard shows them.",
  "rate-limited": "Spotify takes no more calls just now.",
  "not-found": "Spotify did not know the question. Bring the portal up to date.",
  unavailable: "Spotify did not answer as it should. Try again in a minute.",
  off: "Spotify is not set up.",
};

/** Checks the credentials. */
export function spotifyProbe(client: SpotifyClient): Probe {
  return async () => {
    try {
      await testSpotify(client);
      return `The catalogue answers (market ${client.market}).`;
    } catch (error) {
      if (!(error instanceof SpotifyError)) throw error;
      const { failure, retryAfterSeconds: waitSeconds, message } = error;
      const retryText =
        waitSeconds === undefined
          ? ""
          : ` Try again in ${formatWaitUntil(waitSeconds, client.clock())}.`;
      throw new ProbeError(`${advice[failure]}${retryText} (${message})`);
    }
  };
}
