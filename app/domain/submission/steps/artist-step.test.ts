import * as v from "valibot";
import { expect, test } from "vitest";
import { errorTexts } from "~/forms/form-reply";
import { artistAnswersSchema, checkArtistStep } from "./artist-step";

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
