import { expect, test } from "vitest";
import { checkArtistLink, checkReleaseLink, releaseLink, shortLinkHint } from "./check-link";
import { spotifyArtistId, spotifyLink, spotifyPage } from "./spotify-link";

const id = "4Z8W4fKeB5YxbusRsdQVPb";

const forms = (type: string) => [
  `https://open.spotify.com/${type}/${id}`,
  `http://open.spotify.com/${type}/${id}`,
  `open.spotify.com/${type}/${id}`,
  `https://OPEN.spotify.com/${type}/${id}`,
  `https://open.spotify.com/${type}/${id}?si=abc123`,
  `https://open.spotify.com/${type}/${id}?si=abc123&nd=1#play`,
  `https://open.spotify.com/intl-de/${type}/${id}`,
  `https://open.spotify.com/intl-de/${type}/${id}?si=abc123`,
  `https://open.spotify.com/embed/${type}/${id}/`,
  `https://open.spotify.com/embed/${type}/${id}?utm_source=generator`,
  `spotify:${type}:${id}`,
  ` https://open.spotify.com/${type}/${id} `,
];

test.each(
  (["artist", "track", "album"] as const).flatMap((type) =>
    forms(type).map((link) => ({ link, type })),
  ),
)("$link names the $type", ({ link, type }) => {
  expect(spotifyLink(link)).toEqual({ type, id });
});

test("a page below the artist's own still names the artist", () => {
  expect(spotifyArtistId(`https://open.spotify.com/artist/${id}/discography/all`)).toBe(id);
});

test.each([
  "",
  "https://open.spotify.com/artist/",
  `https://open.spotify.com/playlist/${id}`,
  `https://open.spotify.com/artist/${id} and more`,
  "https://open.spotify.com/artist/not-an-id",
  "https://open.spotify.com.evil.example/artist/4Z8W4fKeB5YxbusRsdQVPb",
  "https://evil.example/open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb",
  "https://open.spotify.com/artist/../user",
  `spotify:user:${id}`,
  "https://spotify.link/AbCdEf",
  "javascript:alert(1)",
])("%j leads nowhere", (link) => {
  expect(spotifyLink(link)).toBeUndefined();
  expect(spotifyArtistId(link)).toBeUndefined();
});

test("a link to a track is none to an artist", () => {
  expect(spotifyArtistId(`https://open.spotify.com/track/${id}`)).toBeUndefined();
});

test.each([
  ["", "Please enter a Spotify artist URL"],
  ["  ", "Please enter a Spotify artist URL"],
  [
    `https://open.spotify.com/track/${id}`,
    "Please enter a valid Spotify artist URL (e.g., open.spotify.com/artist/...)",
  ],
  ["Sigrid Vale", "Please enter a valid Spotify artist URL (e.g., open.spotify.com/artist/...)"],
  [`spotify:artist:${id}`, undefined],
])("as an artist's link %j gets %j", (link, text) => {
  expect(checkArtistLink(link)).toBe(text);
});

test.each([
  ["", "Please enter a Spotify URL"],
  [`https://open.spotify.com/artist/${id}`, "Please enter a valid Spotify track or album URL"],
  ["Night Ferry", "Please enter a valid Spotify track or album URL"],
  [`open.spotify.com/album/${id}`, undefined],
  [`spotify:track:${id}`, undefined],
])("as a release's link %j gets %j", (link, text) => {
  expect(checkReleaseLink(link)).toBe(text);
});

test.each(["track", "album"] as const)("every form of a link to a release names its %s", (type) => {
  for (const link of forms(type)) expect(releaseLink(link)).toEqual({ type, id });
});

test("a link to an artist, or to nothing, names no release", () => {
  for (const link of [...forms("artist"), "", "Night Ferry"])
    expect(releaseLink(link)).toBeUndefined();
});

test("short links are told apart, since they name nothing until they are followed", () => {
  expect(checkReleaseLink("https://spotify.link/AbCdEf")).toBe(
    "Please enter a valid Spotify track or album URL",
  );
  for (const link of ["https://spotify.link/AbCdEf", " spotify.link/x "])
    expect(shortLinkHint(link)).toContain("copy the address");
  for (const link of ["https://open.spotify.com/album/x", "notspotify.link/x", ""])
    expect(shortLinkHint(link)).toBeUndefined();
});

test("a page's address is read back as the same link", () => {
  expect(spotifyLink(spotifyPage({ type: "album", id }))).toEqual({ type: "album", id });
});
