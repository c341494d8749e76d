import * as v from "valibot";
import { expect, test } from "vitest";
import {
  artistAnswersSchema,
  checkArtistStep,
  summarizeArtistStep,
} from "~/domain/submission/steps/artist-step";
import { errorTexts } from "~/forms/form-reply";
import { citiesOf, countriesWithCities } from "~/reference/cities";
import { countryNames } from "~/reference/countries";

// Section 5 of both documents, "Step 0" and "Artist step". One row per rule.

const whole = {
  artistName: "Sigrid Vale",
  firstName: "Sigrid",
  surname: "Valentin",
  email: "sigrid@example.com",
  country: "Ireland",
  city: "Cork",
};
const parseAnswers = (change: object) => v.parse(artistAnswersSchema, { ...whole, ...change });
const SPOTIFY = "Please enter a valid Spotify artist URL (e.g., open.spotify.com/artist/...)";

test.each<[string, string, string, string | undefined]>([
  ["first name", "firstName", "", "First name is required"],
  ["first name of blanks", "firstName", "  ", "First name is required"],
  ["surname", "surname", "", "Surname is required"],
  ["email present", "email", "", "Email is required"],
  ["email matching", "email", "sigrid@", "Please enter a valid email address"],
  ["artist name", "artistName", "", "Artist name is required"],
  ["country", "country", "", "Country is required"],
  ["city", "city", "", "City is required"],
  ["any city is free text", "city", "Ballydehob", undefined],
  ["Instagram, empty", "instagramProfile", "", undefined],
  ["Instagram", "instagramProfile", "@vale", "Please include instagram.com/ in the URL"],
  ["Instagram with its host", "instagramProfile", "instagram.com/vale", undefined],
  ["TikTok, empty", "tiktokProfile", "", undefined],
  ["TikTok", "tiktokProfile", "@vale", "Please include tiktok.com/ in the URL"],
  ["TikTok with its host", "tiktokProfile", "https://www.tiktok.com/@vale", undefined],
  ["Spotify, none", "spotifyProfile", "", undefined],
  ["Spotify, another host", "spotifyProfile", "https://example.com/artist/abc", SPOTIFY],
  ["Spotify, an album", "spotifyProfile", "https://open.spotify.com/album/abc", SPOTIFY],
  ["Spotify, no id", "spotifyProfile", "https://open.spotify.com/artist/", SPOTIFY],
  ["Spotify, id not alphanumeric", "spotifyProfile", "open.spotify.com/artist/a-b", SPOTIFY],
  ["Spotify, an artist", "spotifyProfile", "https://open.spotify.com/artist/4Z8W4f", undefined],
])("section 5, step 0, %s", (_, name, text, error) => {
  expect(errorTexts(checkArtistStep(parseAnswers({ [name]: text })))).toEqual(
    error ? { [name]: error } : {},
  );
});

const THREE = "Please fill in all required fields: Artist Name, Country, and City";
const EMAIL = "Please provide a valid email address";

test.each<[string, object, string[]]>([
  ["artist name", { artistName: "" }, [THREE]],
  ["country", { country: "" }, [THREE]],
  ["city", { city: "" }, [THREE]],
  ["email present", { email: "" }, [EMAIL]],
  ["email matching", { email: "sigrid.example.com" }, [EMAIL]],
  ["both at once", { artistName: "", email: "" }, [THREE, EMAIL]],
  ["all there", {}, []],
])("section 5, step 0, the banner's sentence: %s", (_, change, sentences) => {
  const answers = parseAnswers(change);
  expect(summarizeArtistStep(answers, checkArtistStep(answers))).toEqual(sentences);
});

test("section 5, step 0, the page leads to the first error in the order of the page", () => {
  const empty = v.parse(artistAnswersSchema, {});
  expect(Object.keys(checkArtistStep(empty))[0]).toBe("artistName");
});

test.each<[string, unknown, unknown]>([
  [
    "six countries come first",
    countryNames.slice(0, 6),
    ["United Kingdom", "United States", "Ireland", "France", "Netherlands", "Germany"],
  ],
  // Besides the specification's about 195 countries, the list has all inhabited territories of ISO 3166.
  ["about 195 countries, and the territories", countryNames.length > 195 + 40, true],
  ["city suggestions for 16 countries", countriesWithCities.length, 16],
  [
    "which are countries of the list",
    countriesWithCities.every((name) => countryNames.includes(name)),
    true,
  ],
  ["a country of its own cities", citiesOf("Ireland").includes("Cork"), true],
  ["any other country falls back to cities of the world", citiesOf("Fiji"), citiesOf("Chad")],
  ["and that list is not empty", citiesOf("Fiji").includes("Tokyo"), true],
  ["without a country there is nothing to suggest", citiesOf(""), []],
])("portal, section 3, reference lists, %s", (_, actual, expectedValue) => {
  expect(actual).toEqual(expectedValue);
});
