import { expect, test } from "vitest";
import {
  chooseIntent,
  DISCONNECT_SPOTIFY,
  restoreIntent,
  SEARCH_SPOTIFY,
  spotifyIntent,
  VERIFY_SPOTIFY,
} from "./spotify-intent";

test.each([
  [SEARCH_SPOTIFY, { kind: "search" }],
  [VERIFY_SPOTIFY, { kind: "verify" }],
  [DISCONNECT_SPOTIFY, { kind: "disconnect" }],
  [chooseIntent("4Z8W4fKeB5YxbusRsdQVPb"), { kind: "choose", artistId: "4Z8W4fKeB5YxbusRsdQVPb" }],
  ["link-handle:tiktokProfile", { kind: "link", field: "tiktokProfile" }],
  [restoreIntent("A: B\nC"), { kind: "restore-name", artistName: "A: B\nC" }],
])("%j is read back as %o", (intent, expectedIntent) => {
  expect(spotifyIntent(intent)).toEqual(expectedIntent);
});

test.each([
  "next",
  "back",
  "",
  "choose-spotify",
  "choose-spotify:",
  "choose-spotify:../albums/1",
  `choose-spotify:${"a".repeat(65)}`,
])("%j asks nothing of Spotify", (intent) => {
  expect(spotifyIntent(intent)).toBeUndefined();
});
