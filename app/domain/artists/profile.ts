import * as v from "valibot";
import { writtenName } from "~/platform/formats/written-name";

const text = v.optional(v.string(), "");

/** Field names of the specification (`000…`, section 3). Empty texts for missing values. */
export const profileSchema = v.object({
  name: text,
  artistName: text,
  nationality: text,
  country: text,
  city: text,
  biography: text,
  spotifyProfile: text,
  appleMusicProfile: text,
  soundcloudProfile: text,
  instagramProfile: text,
  tiktokProfile: text,
  website: text,
  pplId: text,
  prsId: text,
  /** "on" where the artist has no such number. */
  noPplId: text,
  noPrsId: text,
});
export type Profile = v.InferOutput<typeof profileSchema>;

export const parseProfile = (json: string): Profile => v.parse(profileSchema, JSON.parse(json));

export function profileOfRelease(form: {
  firstName: string;
  surname: string;
  fullName: string;
  artistName: string;
  country: string;
  city: string;
  bio: string;
  spotifyProfile: string;
  instagramProfile: string;
  tiktokProfile: string;
}): Partial<Profile> {
  const { artistName, country, city, bio: biography } = form;
  const { spotifyProfile, instagramProfile, tiktokProfile } = form;
  return {
    name: writtenName(form),
    artistName,
    country,
    city,
    biography,
    spotifyProfile,
    instagramProfile,
    tiktokProfile,
  };
}

/**
 * The names by which a mail to an account greets its artist. The whole name: which part of it is
 * the given one, only its owner knows.
 */
export const greetedIn = ({ name, artistName }: Pick<Profile, "artistName" | "name">) => ({
  firstName: name.trim(),
  artistName,
});

/** The name displayed where there is room for one (`000…`, section 2). */
export function displayName({ artistName, name }: Pick<Profile, "artistName" | "name">): string {
  return artistName.trim() || name.trim() || "User";
}
