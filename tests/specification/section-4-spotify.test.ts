import * as v from "valibot";
import { expect, test } from "vitest";
import {
  checkText,
  isSearchable,
  MAX_ARTISTS_DISPLAYED,
  MAX_ARTISTS_FETCHED,
  MIN_QUERY_LENGTH,
  type ProfileCheck,
  SEARCH_DELAY_MS,
  searchText,
} from "~/domain/catalogue/artist-lookup";
import { RESULTS_PER_TYPE } from "~/domain/catalogue/catalogue-search";
import { checkArtistLink, checkReleaseLink } from "~/domain/catalogue/check-link";
import { checkProfile } from "~/domain/catalogue/spotify-lookup.client";
import { artistAnswersSchema } from "~/domain/submission/steps/artist-step";
import {
  spotifyChoices,
  spotifyModes,
  spotifyView,
  withoutSpotifyLink,
} from "~/domain/submission/steps/spotify-profile";

// Portal document, section 4, "Spotify link", and section 5, "Spotify URL" and "Artist search".

const LINK = "https://open.spotify.com/artist/4Z8W4f";
const verifiedAnswers = {
  spotifyChoice: "profile",
  spotifyProfile: LINK,
  spotifyVerified: "4Z8W4f",
  spotifyArtistName: "Sigrid Vale",
};
const read = (fields: object) => v.parse(artistAnswersSchema, fields);

test("section 4, Spotify link, the choice and its two sub-modes read as specified", () => {
  expect(spotifyChoices.map(({ label }) => label)).toEqual([
    "I have a Spotify profile",
    "I'm a new artist",
  ]);
  expect(spotifyModes.map(({ value }) => value)).toEqual(["search", "url"]);
});

test("section 4, Spotify link, choosing new artist clears spotifyProfile", () => {
  const newArtist = { ...verifiedAnswers, spotifyChoice: "new" };
  expect(withoutSpotifyLink(newArtist).spotifyProfile).toBe("");
  expect(read(newArtist)).toMatchObject({ spotifyProfile: "", spotifyVerified: false });
});

test("section 4, Spotify link, editing the URL resets verification", () => {
  expect(spotifyView(verifiedAnswers).check.state).toBe("verified");
  const editedAnswers = { ...verifiedAnswers, spotifyProfile: `${LINK}x` };
  expect(spotifyView(editedAnswers).check.state).toBe("unverified");
  expect(read(editedAnswers)).toMatchObject({ spotifyVerified: false, spotifyArtistName: "" });
});

test.each<[ProfileCheck, string]>([
  [{ state: "unverified" }, "Unverified"],
  [{ state: "verifying" }, "Verifying…"],
  [{ state: "verified", id: "a", name: "Vale", image: null }, "Verified"],
  [{ state: "failed", problem: "not-found" }, "Could not verify Spotify profile"],
  [{ state: "failed", problem: "unavailable" }, "Could not verify Spotify profile"],
])("section 4, Spotify link, status %j reads '%s'", (check, title) => {
  expect(checkText(check, true).title).toBe(title);
});

test.each<[string, Response, ProfileCheck["state"]]>([
  ["verified", Response.json({ valid: true, artistName: "Vale", artistImage: null }), "verified"],
  ["failed", Response.json({ valid: false, error: "?" }, { status: 404 }), "failed"],
])("section 4, Spotify link, verifying ends %s", async (_, reply, state) => {
  const tools = { fetcher: async () => reply, schedule: () => () => {} };
  const check = await checkProfile(LINK, new AbortController().signal, tools);
  expect(check.state).toBe(state);
});

const ARTIST = "Please enter a valid Spotify artist URL (e.g., open.spotify.com/artist/...)";
const RELEASE = "Please enter a valid Spotify track or album URL";

test.each<[string, string | undefined, string | undefined]>([
  ["Spotify URL, empty", checkArtistLink(""), "Please enter a Spotify artist URL"],
  ["Spotify URL, no artist link", checkArtistLink("https://open.spotify.com/track/a"), ARTIST],
  ["Spotify URL, an artist link", checkArtistLink(LINK), undefined],
  ["Catalogue URL, empty", checkReleaseLink(" "), "Please enter a Spotify URL"],
  ["Catalogue URL, an artist", checkReleaseLink(LINK), RELEASE],
  ["Catalogue URL, no link", checkReleaseLink("Harbour"), RELEASE],
  ["Catalogue URL, a track", checkReleaseLink("https://open.spotify.com/track/a1"), undefined],
  ["Catalogue URL, an album", checkReleaseLink("https://open.spotify.com/album/a1"), undefined],
])("section 5, %s", (_, actual, expectedText) => {
  expect(actual).toBe(expectedText);
});

test.each<[string, unknown, unknown]>([
  ["2 or more characters", MIN_QUERY_LENGTH, 2],
  ["1 character is not sent", isSearchable("a"), false],
  ["2 characters are", isSearchable("ab"), true],
  ["300 ms debounce", SEARCH_DELAY_MS, 300],
  ["8 are requested", MAX_ARTISTS_FETCHED, 8],
  ["5 are shown", MAX_ARTISTS_DISPLAYED, 5],
  ["of music, 5 of each type (wizard, section 9)", RESULTS_PER_TYPE, 5],
  [
    "a failure shows 'Search failed' (section 8)",
    searchText({ state: "failed", problem: "unavailable" }).title,
    "Search failed",
  ],
  [
    "an empty query gives 'Search query cannot be empty'",
    searchText({ state: "short", query: "" }).title,
    "Search query cannot be empty",
  ],
])("section 5, artist search, %s", (_, actual, expectedValue) => {
  expect(actual).toBe(expectedValue);
});
