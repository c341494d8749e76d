import * as v from "valibot";
import { SPOTIFY_ARTIST_URL_TEXT, spotifyArtistId } from "~/domain/catalogue/spotify-link";
import { isEmailAddress } from "~/forms/email-address";
import { singleLine, tooLong } from "~/forms/fields";
import { type FieldError, type FieldErrors, invalidError, missingError } from "~/forms/form-reply";
import { profileLinkError } from "~/forms/profile-handle";
import { isCountryName } from "~/reference/countries";
import { listedCountry, NO_COUNTRY } from "~/reference/country-aliases";
import { partsOf } from "../fields/form-field";
import { formFields } from "../fields/form-fields";
import { normalizeSpotify, spotifyEntries } from "./spotify-profile";

const { spotifyProfile, ...rules } = partsOf(formFields.artist, "rule");
export const artistEntries = {
  ...rules,
  country: v.pipe(singleLine, v.transform(listedCountry)),
  ...spotifyEntries,
};

/** The answers of step 0; anything but a text counts as empty. */
export const artistAnswersSchema = v.pipe(v.object(artistEntries), v.transform(normalizeSpotify));
export type ArtistAnswers = v.InferOutput<typeof artistAnswersSchema>;

const labels = partsOf(formFields.artist, "called");
type FieldName = keyof typeof labels;
const required = partsOf(formFields.artist, "required");
const limits = partsOf(formFields.artist, "max");

/** Asked last on the page. */
const LAST = ["spotifyProfile", "instagramProfile", "tiktokProfile", "country", "city"] as const;
const isLast = (name: FieldName) => LAST.some((last) => last === name);
const fieldNames = (Object.keys(labels) as FieldName[])
  .filter((name) => !isLast(name))
  .concat(LAST);

/** Checks beyond required and length. */
export const artistChecks: { [name in FieldName]?: (text: string) => string | undefined } = {
  email: (text) => (isEmailAddress(text) ? undefined : "Please enter a valid email address"),
  country: (text) => (isCountryName(text) ? undefined : NO_COUNTRY),
  spotifyProfile: (text) => (spotifyArtistId(text) ? undefined : SPOTIFY_ARTIST_URL_TEXT),
  instagramProfile: (text) => profileLinkError("instagramProfile", text),
  tiktokProfile: (text) => profileLinkError("tiktokProfile", text),
};

function checkField(name: FieldName, text: string): FieldError | undefined {
  if (!text) return name in required ? missingError(`${labels[name]} is required`) : undefined;
  const problem = artistChecks[name]?.(text);
  if (problem) return invalidError(problem);
  return tooLong(labels[name], text, limits[name]);
}

export const checkEmail = (email: string) => checkField("email", email);

/** The errors of step 0 in page order, with the texts of the specification (portal, section 5). */
export function checkArtistStep(answers: ArtistAnswers): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of fieldNames) {
    const problem = checkField(name, answers[name]);
    if (problem) errors[name] = problem;
  }
  return errors;
}

export function missingLabels(errors: FieldErrors): string[] {
  return fieldNames.flatMap((name) => (errors[name]?.reason === "missing" ? [labels[name]] : []));
}

/** The sentences of the red banner for step 0 (wizard, section 5). */
export function summarizeArtistStep(answers: ArtistAnswers, errors: FieldErrors): string[] {
  const sentences: string[] = [];
  if (!answers.artistName || !answers.country || !answers.city)
    sentences.push("Please fill in all required fields: Artist Name, Country, and City");
  if (errors.email) sentences.push("Please provide a valid email address");
  return sentences;
}
