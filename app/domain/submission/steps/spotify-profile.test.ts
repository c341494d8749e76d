import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { artistAnswersSchema } from "./artist-step";
import { spotifyView, withoutSpotifyLink } from "./spotify-profile";

const id = "4Z8W4fKeB5YxbusRsdQVPb";
const other = "0OdUWJ0sBjDrqHygGUXeCF";
const page = `https://open.spotify.com/artist/${id}`;

/** What is kept of a post. */
function keptAnswers(fields: object) {
  const { spotifyChoice, spotifyProfile, spotifyVerified, spotifyArtistName } = v.parse(
    artistAnswersSchema,
    fields,
  );
  return { spotifyChoice, spotifyProfile, spotifyVerified, spotifyArtistName };
}

const nothing = {
  spotifyChoice: "",
  spotifyProfile: "",
  spotifyVerified: false,
  spotifyArtistName: "",
};

test("a draft from before there was a choice still reads", () => {
  expect(keptAnswers({ artistName: "Sigrid Vale" })).toEqual(nothing);
  expect(keptAnswers({ artistName: "Sigrid Vale", spotifyProfile: page })).toEqual({
    ...nothing,
    spotifyChoice: "profile",
    spotifyProfile: page,
  });
});

test.each([
  { spotifyChoice: "both" },
  { spotifyChoice: ["new"] },
  { spotifyVerified: { id } },
  { spotifyArtistName: 7, spotifyProfile: null },
])("%o counts as nothing", (fields) => {
  expect(keptAnswers(fields)).toEqual(nothing);
});

test.each([
  page,
  ` ${page}?si=abc `,
  `open.spotify.com/intl-de/artist/${id}`,
  `https://open.spotify.com/embed/artist/${id}`,
  `spotify:artist:${id}`,
])("%j is kept in its normal form", (spotifyProfile) => {
  expect(keptAnswers({ spotifyChoice: "profile", spotifyProfile }).spotifyProfile).toBe(page);
});

test("a link that is wrong is kept as typed", () => {
  const spotifyProfile = "https://open.spotify.com/track/1";
  expect(keptAnswers({ spotifyChoice: "profile", spotifyProfile }).spotifyProfile).toBe(
    spotifyProfile,
  );
});

test("a new artist has no profile, whatever was typed before", () => {
  const fields = {
    spotifyChoice: "new",
    spotifyProfile: page,
    spotifyVerified: id,
    spotifyArtistName: "Sigrid Vale",
  };
  expect(keptAnswers(fields)).toEqual({ ...nothing, spotifyChoice: "new" });
  expect(withoutSpotifyLink({ ...fields, artistName: "Siggy" })).toEqual({
    artistName: "Siggy",
    spotifyChoice: "new",
    spotifyProfile: "",
    spotifyVerified: "",
    spotifyArtistName: "",
  });
});

test("without that choice the values stay as typed", () => {
  const fields = { spotifyChoice: "profile", spotifyProfile: page };
  expect(withoutSpotifyLink(fields)).toBe(fields);
});

test.each([
  ["the id of the link", page, id, true],
  ["the id of the link in another form", `spotify:artist:${id}`, id, true],
  ["what was kept of it", page, true, true],
  ["the id of another artist", page, other, false],
  ["a word", page, "true", false],
  ["nothing", page, "", false],
  ["an id, without a link", "", id, false],
  ["a truth, with a link that is none", "Sigrid Vale", true, false],
])("%s as proof of verification", (_, spotifyProfile, spotifyVerified, verified) => {
  const spotifyArtistName = "Sigrid Vale";
  const answers = keptAnswers({
    spotifyChoice: "profile",
    spotifyProfile,
    spotifyVerified,
    spotifyArtistName,
  });
  expect(answers.spotifyVerified).toBe(verified);
  expect(answers.spotifyArtistName).toBe(verified ? "Sigrid Vale" : "");
});

test("an unverified name that is too long is cut, not refused", () => {
  const fields = { spotifyProfile: page, spotifyVerified: id, spotifyArtistName: "a".repeat(999) };
  expect(keptAnswers(fields).spotifyArtistName).toHaveLength(200);
});

test("stored answers are read back unchanged", () => {
  const anyFields = fc.record({
    spotifyChoice: fc.constantFrom("", "profile", "new", "else"),
    spotifyProfile: fc.constantFrom("", page, `spotify:artist:${id}`, "wrong"),
    spotifyVerified: fc.constantFrom<string | boolean>("", id, other, true, false, "true"),
    spotifyArtistName: fc.string(),
  });
  fc.assert(
    fc.property(anyFields, (fields) => {
      const once = v.parse(artistAnswersSchema, fields);
      expect(v.parse(artistAnswersSchema, JSON.parse(JSON.stringify(once)))).toEqual(once);
    }),
  );
});

test.each([
  ["nothing", {}, { choice: "", mode: "search", link: "" }],
  ["a new artist", { spotifyChoice: "new" }, { choice: "new", mode: "search", link: "" }],
  [
    "a link nobody checked",
    { spotifyProfile: page },
    { choice: "profile", mode: "url", link: page },
  ],
  [
    "a profile chosen by search",
    { spotifyProfile: page, spotifyVerified: id },
    { choice: "profile", mode: "search", link: page },
  ],
  [
    "a verified link in the mode it was typed in",
    { spotifyProfile: page, spotifyVerified: id, spotifyMode: "url" },
    { choice: "profile", mode: "url", link: page },
  ],
  [
    "a link as it was typed",
    { spotifyProfile: `spotify:artist:${id}`, spotifyMode: "search" },
    { choice: "profile", mode: "search", link: `spotify:artist:${id}` },
  ],
])("the page shows %s", (_, values, view) => {
  expect(spotifyView(values)).toMatchObject(view);
});

test("a wrong link is visible, whatever the page showed before", () => {
  const values = { spotifyChoice: "profile", spotifyProfile: "wrong", spotifyMode: "search" };
  expect(spotifyView(values, { spotifyProfile: "Please …" })).toMatchObject({
    choice: "profile",
    mode: "url",
    link: "wrong",
  });
});

test("the page takes a verification over, with the name it was posted with", () => {
  const values = { spotifyProfile: page, spotifyVerified: id, spotifyArtistName: "Sigrid Vale" };
  const check = { state: "verified", id, name: "Sigrid Vale", image: null };
  expect(spotifyView(values).check).toEqual(check);
  expect(spotifyView({ ...values, spotifyVerified: true }).check).toEqual(check);
  expect(spotifyView({ ...values, spotifyVerified: other }).check).toEqual({ state: "unverified" });
});
