import * as v from "valibot";
import { SPOTIFY_ARTIST_URL_TEXT, spotifyArtistId } from "~/domain/catalogue/spotify-link";
import { normalizeSpotify, spotifyEntries } from "~/domain/submission/steps/spotify-profile";
import { isEmailAddress } from "~/forms/email-address";
import {
  emailLine,
  flag,
  linkLine,
  MAX_LINE,
  MAX_LINK,
  multiLineUpTo,
  plainLineUpTo,
  singleLine,
  singleLineUpTo,
  tooLong,
} from "~/forms/fields";
import { type FieldError, type FieldErrors, invalidError, missingError } from "~/forms/form-reply";
import { profileLinkError } from "~/forms/profile-handle";
import { webAddress } from "~/platform/formats/web-address";
import { isCountryName } from "~/reference/countries";
import { listedCountry, NO_COUNTRY } from "~/reference/country-aliases";
import { isPersonName, MAX_PERSON_NAME } from "./person-name";
import type { Profile } from "./profile";

/** In characters. */
export const MAX_BIOGRAPHY = 2000;
const MAX_ID = 40;

const country = v.pipe(singleLine, v.transform(listedCountry));

/** Stored as text, as all of a profile is. */
const tick = v.fallback(
  v.pipe(
    flag,
    v.transform((isSet) => (isSet ? "on" : "")),
  ),
  "",
);

export const profileFormSchema = v.pipe(
  v.object({
    artistName: singleLine,
    name: singleLineUpTo(MAX_PERSON_NAME),
    email: emailLine,
    nationality: country,
    country,
    city: singleLine,
    biography: multiLineUpTo(MAX_BIOGRAPHY),
    ...spotifyEntries,
    appleMusicProfile: linkLine,
    soundcloudProfile: linkLine,
    instagramProfile: linkLine,
    tiktokProfile: linkLine,
    website: linkLine,
    pplId: plainLineUpTo(MAX_ID),
    prsId: plainLineUpTo(MAX_ID),
    noPplId: tick,
    noPrsId: tick,
  }),
  v.transform(normalizeSpotify),
  v.transform((form) => ({
    ...form,
    noPplId: form.pplId ? "" : form.noPplId,
    noPrsId: form.prsId ? "" : form.noPrsId,
  })),
);
export type ProfileForm = v.InferOutput<typeof profileFormSchema>;

type FieldName = keyof Profile | "email";

/** The fields in page order, with their label in error texts and their length limit. */
const fields: Record<FieldName, { label: string; max: number }> = {
  artistName: { label: "Artist name", max: MAX_LINE },
  name: { label: "Name", max: MAX_PERSON_NAME },
  email: { label: "Email", max: MAX_LINE },
  nationality: { label: "Nationality", max: MAX_LINE },
  country: { label: "Country", max: MAX_LINE },
  city: { label: "City", max: MAX_LINE },
  biography: { label: "Biography", max: MAX_BIOGRAPHY },
  spotifyProfile: { label: "Spotify link", max: MAX_LINK },
  appleMusicProfile: { label: "Apple Music link", max: MAX_LINK },
  soundcloudProfile: { label: "SoundCloud link", max: MAX_LINK },
  instagramProfile: { label: "Instagram link", max: MAX_LINK },
  tiktokProfile: { label: "TikTok link", max: MAX_LINK },
  website: { label: "Website", max: MAX_LINK },
  pplId: { label: "PPL ID", max: MAX_ID },
  prsId: { label: "PRS ID", max: MAX_ID },
  noPplId: { label: "No PPL number", max: MAX_ID },
  noPrsId: { label: "No PRS number", max: MAX_ID },
};
const profileFieldNames = Object.keys(fields) as FieldName[];

const OWN_NAME_TEXT = "Write your own name with letters. You sign your agreement with it";
const WEBSITE_TEXT = "Please enter a web address, such as yourname.com";

/** Stored before the list of countries existed. */
type StoredCountries = Partial<Pick<Profile, "country" | "nationality">>;

const requiredFields: ReadonlySet<FieldName> = new Set(["artistName", "email"]);

/** Checks beyond required and length. */
const rules: { [name in FieldName]?: (text: string) => string | undefined } = {
  name: (text) => (isPersonName(text) ? undefined : OWN_NAME_TEXT),
  email: (text) => (isEmailAddress(text) ? undefined : "Please enter a valid email address"),
  spotifyProfile: (text) => (spotifyArtistId(text) ? undefined : SPOTIFY_ARTIST_URL_TEXT),
  appleMusicProfile: (text) => profileLinkError("appleMusicProfile", text),
  soundcloudProfile: (text) => profileLinkError("soundcloudProfile", text),
  instagramProfile: (text) => profileLinkError("instagramProfile", text),
  tiktokProfile: (text) => profileLinkError("tiktokProfile", text),
  website: (text) => (webAddress(text) ? undefined : WEBSITE_TEXT),
};

function checkField(
  name: FieldName,
  text: string,
  stored: StoredCountries,
): FieldError | undefined {
  const { label, max } = fields[name];
  if (!text) return requiredFields.has(name) ? missingError(`${label} is required`) : undefined;
  if ((name === "country" || name === "nationality") && !isCountryName(text))
    return text === stored[name] ? undefined : invalidError(NO_COUNTRY);
  const problem = rules[name]?.(text);
  return problem ? invalidError(problem) : tooLong(label, text, max);
}

/**
 * One error per invalid field, in page order.
 * @param stored the saved values: a country that is not in the list may stay.
 */
export function checkProfile(form: ProfileForm, stored: StoredCountries = {}): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of profileFieldNames) {
    const problem = checkField(name, form[name], stored);
    if (problem) errors[name] = problem;
  }
  return errors;
}

export const profileLabel = (name: FieldName) => fields[name].label;

export function changedFields(first: Profile, second: Profile): (keyof Profile)[] {
  return profileFieldNames.flatMap((name) =>
    name !== "email" && first[name] !== second[name] ? [name] : [],
  );
}
