import * as v from "valibot";
import { expect, test } from "vitest";
import { errorTexts } from "~/forms/form-reply";
import { artistAnswersSchema, checkArtistStep, summarizeArtistStep } from "./artist-step";

const whole = {
  artistName: "Sigrid Vale",
  firstName: "Sigrid",
  surname: "Valentin",
  email: "sigrid@example.com",
  country: "Ireland",
  city: "Cork",
};

const answers = (fields: object) => v.parse(artistAnswersSchema, fields);
const errorsOf = (fields: object) => errorTexts(checkArtistStep(answers(fields)));

test("what the specification asks for is enough", () => {
  expect(errorsOf(whole)).toEqual({});
});

test("the errors of an empty step come in page order", () => {
  expect(Object.entries(errorsOf({}))).toEqual([
    ["artistName", "Artist name is required"],
    ["firstName", "First name is required"],
    ["surname", "Surname is required"],
    ["email", "Email is required"],
    ["country", "Country is required"],
    ["city", "City is required"],
  ]);
});

test("errors of the links come between those of names and places", () => {
  const wrong = { spotifyProfile: "x", instagramProfile: "x", tiktokProfile: "x" };
  expect(Object.keys(errorsOf({ ...wrong, city: "Cork" }))).toEqual([
    "artistName",
    "firstName",
    "surname",
    "email",
    "spotifyProfile",
    "instagramProfile",
    "tiktokProfile",
    "country",
  ]);
});

test.each(["sigrid", "sigrid at example", "@example.com", "a@b", "a b@example.com"])(
  "%j is no email address",
  (email) => {
    expect(errorsOf({ ...whole, email })).toEqual({ email: "Please enter a valid email address" });
  },
);

test("a full name is optional, and no longer than any other name", () => {
  expect(errorsOf({ ...whole, fullName: "Nguyễn Văn An" })).toEqual({});
  expect(errorsOf({ ...whole, fullName: "x".repeat(201) })).toEqual({
    fullName: "Full name must be 200 characters or fewer",
  });
});

const SPOTIFY = "Please enter a valid Spotify artist URL (e.g., open.spotify.com/artist/...)";

test.each([
  ["instagramProfile", "@sigridvale", "Please include instagram.com/ in the URL"],
  ["instagramProfile", "instagram.com", "Please include instagram.com/ in the URL"],
  ["instagramProfile", "https://www.Instagram.com/sigridvale", undefined],
  ["tiktokProfile", "https://example.com/sigrid", "Please include tiktok.com/ in the URL"],
  ["tiktokProfile", "tiktok.com/@sigridvale", undefined],
  ["spotifyProfile", "open.spotify.com/track/4Z8W4fKeB5YxbusRsdQVPb", SPOTIFY],
  ["spotifyProfile", "Sigrid Vale", SPOTIFY],
  ["spotifyProfile", "spotify:artist:4Z8W4fKeB5YxbusRsdQVPb", undefined],
])("%s %j gets %j", (name, text, error) => {
  expect(errorsOf({ ...whole, [name]: text })).toEqual(error ? { [name]: error } : {});
});

test.each([
  ["a profile is claimed, but none given", { spotifyChoice: "profile", spotifyProfile: "" }],
  [
    "the link was not checked",
    { spotifyProfile: "open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb" },
  ],
  ["the artist is new and left something behind", { spotifyChoice: "new", spotifyProfile: "x" }],
])("the step passes although %s", (_, spotify) => {
  expect(errorsOf({ ...whole, ...spotify })).toEqual({});
});

test.each([
  ["artistName", 200, "Artist name must be 200 characters or fewer"],
  ["phone", 200, "Phone number must be 200 characters or fewer"],
  ["city", 200, "City must be 200 characters or fewer"],
])("%s may have %i characters", (name, max, error) => {
  expect(errorsOf({ ...whole, [name]: "a".repeat(max) })).toEqual({});
  expect(errorsOf({ ...whole, [name]: "a".repeat(max + 1) })).toEqual({ [name]: error });
});

test("a link may have 500 characters", () => {
  const instagramProfile = `instagram.com/${"a".repeat(487)}`;
  expect(errorsOf({ ...whole, instagramProfile })).toEqual({
    instagramProfile: "Instagram link must be 500 characters or fewer",
  });
});

const REQUIRED = "Please fill in all required fields: Artist Name, Country, and City";
const EMAIL = "Please provide a valid email address";

test.each([
  [{}, [REQUIRED, EMAIL]],
  [{ ...whole, artistName: "" }, [REQUIRED]],
  [{ ...whole, country: " " }, [REQUIRED]],
  [{ ...whole, city: "" }, [REQUIRED]],
  [{ ...whole, email: "no" }, [EMAIL]],
  [{ ...whole, surname: "" }, []],
])("the banner over %o says %j", (fields, sentences) => {
  const artistAnswers = answers(fields);
  expect(summarizeArtistStep(artistAnswers, checkArtistStep(artistAnswers))).toEqual(sentences);
});
