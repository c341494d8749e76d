import { LINK_HANDLE } from "~/forms/profile-handle";

/** Buttons of the profile fields that the server answers, those of Spotify and of handles. */
export type SpotifyIntent =
  | { kind: "link"; field: string }
  | { kind: "search" }
  | { kind: "verify" }
  | { kind: "choose"; artistId: string }
  | { kind: "disconnect" }
  | { kind: "restore-name"; artistName: string };

export const SEARCH_SPOTIFY = "search-spotify";
export const VERIFY_SPOTIFY = "verify-spotify";
export const DISCONNECT_SPOTIFY = "disconnect-spotify";

export function chooseIntent(artistId: string): string {
  return `choose-spotify:${artistId}`;
}

export function restoreIntent(artistName: string): string {
  return `restore-name:${artistName}`;
}

/** Parses a button's intent; undefined for any other. */
export function spotifyIntent(intent: string): SpotifyIntent | undefined {
  const [verb, target = ""] = intent.split(/:(.*)/s);
  switch (verb) {
    case SEARCH_SPOTIFY:
      return { kind: "search" };
    case VERIFY_SPOTIFY:
      return { kind: "verify" };
    case DISCONNECT_SPOTIFY:
      return { kind: "disconnect" };
    case "choose-spotify":
      return /^[a-z0-9]{1,64}$/i.test(target) ? { kind: "choose", artistId: target } : undefined;
    case LINK_HANDLE:
      return { kind: "link", field: target };
    case "restore-name":
      return { kind: "restore-name", artistName: target };
    default:
      return undefined;
  }
}
