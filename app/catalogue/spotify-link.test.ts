import { expect, test } from "vitest";
import { spotifyArtistId } from "./spotify-link";

const id = "4Z8W4fKeB5YxbusRsdQVPb";

test.each([
  `https://open.spotify.com/artist/${id}`,
  `open.spotify.com/artist/${id}`,
  `https://open.spotify.com/intl-de/artist/${id}?si=abc123`,
  `https://open.spotify.com/embed/artist/${id}/`,
  `spotify:artist:${id}`,
  ` https://open.spotify.com/artist/${id} `,
])("%s names the artist", (link) => {
  expect(spotifyArtistId(link)).toBe(id);
});

test.each([
  "",
  "https://open.spotify.com/track/4Z8W4fKeB5YxbusRsdQVPb",
  "https://open.spotify.com/artist/",
  "https://open.spotify.com.evil.example/artist/4Z8W4fKeB5YxbusRsdQVPb",
  "https://evil.example/open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb",
  "https://open.spotify.com/artist/../user",
])("%j does not", (link) => {
  expect(spotifyArtistId(link)).toBeUndefined();
});
