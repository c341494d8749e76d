import * as v from "valibot";
import { line, partsOf, plain, prose } from "~/domain/submission/fields/form-field";
import { artistChecks } from "~/domain/submission/steps/artist-step";
import { normalizeSpotify, spotifyEntries } from "~/domain/submission/steps/spotify-profile";
import { emailLine, flag, MAX_LINK, singleLine, tooLong } from "~/forms/fields";
import { type FieldErrors, invalidError, missingError } from "~/forms/form-reply";
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

/** The fields in page order. */
const fields = {
  artistName: { ...line("Artist name"), required: true },
  name: line("Name", MAX_PERSON_NAME),
  email: { ...line("Email"), rule: emailLine, required: true },
  nationality: { ...line("Nationality"), rule: country },
  country: { ...line("Country"), rule: country },
  city: line("City"),
  biography: prose("Biography", MAX_BIOGRAPHY),
  spotifyProfile: line("Spotify link", MAX_LINK),
  appleMusicProfile: line("Apple Music link", MAX_LINK),
  soundcloudProfile: line("SoundCloud link", MAX_LINK),
  instagramProfile: line("Instagram link", MAX_LINK),
  tiktokProfile: line("TikTok link", MAX_LINK),
  website: line("Website", MAX_LINK),
  pplId: plain("PPL ID", MAX_ID),
  prsId: plain("PRS ID", MAX_ID),
  noPplId: { ...line("No PPL number", MAX_ID), rule: tick },
  noPrsId: { ...line("No PRS number", MAX_ID), rule: tick },
  ipi: plain("IPI number", MAX_ID),
  isni: plain("ISNI", MAX_LINK),
};
type FieldName = keyof typeof fields;
const profileFieldNames = Object.keys(fields) as FieldName[];
const required = partsOf(fields, "required");

export const profileFormSchema = v.pipe(
  v.object({ ...partsOf(fields, "rule"), ...spotifyEntries }),
  v.transform(normalizeSpotify),
  v.transform((form) => ({
    ...form,
    noPplId: form.pplId ? "" : form.noPplId,
    noPrsId: form.prsId ? "" : form.noPrsId,
  })),
);
export type ProfileForm = v.InferOutput<typeof profileFormSchema>;

const OWN_NAME_TEXT = "Write your own name with letters. You sign your agreement with it";
const WEBSITE_TEXT = "Please enter a web address, such as yourname.com";

/** Stored before the list of countries existed. */
type StoredCountries = Partial<Pick<Profile, "country" | "nationality">>;

/** Checks beyond required and length. */
const rules: { [name in FieldName]?: (text: string) => string | undefined } = {
  name: (text) => (isPersonName(text) ? undefined : OWN_NAME_TEXT),
  ...artistChecks,
  appleMusicProfile: (text) => profileLinkError("appleMusicProfile", text),
  soundcloudProfile: (text) => profileLinkError("soundcloudProfile", text),
  website: (text) => (webAddress(text) ? undefined : WEBSITE_TEXT),
};

function checkField(name: FieldName, text: string, stored: StoredCountries) {
  const { called, max } = fields[name];
  if (!text) return name in required ? missingError(`${called} is required`) : undefined;
  if ((name === "country" || name === "nationality") && !isCountryName(text))
    return text === stored[name] ? undefined : invalidError(NO_COUNTRY);
  const problem = rules[name]?.(text);
  return problem ? invalidError(problem) : tooLong(called, text, max);
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

export const profileLabel = (name: FieldName) => fields[name].called;

export function changedFields(first: Profile, second: Profile): (keyof Profile)[] {
  return profileFieldNames.flatMap((name) =>
    name !== "email" && first[name] !== second[name] ? [name] : [],
  );
}
