import * as v from "valibot";

const text = v.optional(v.string(), "");

/**
 * What an artist tells of themselves, by the field names of the specification (`000…`, section 3).
 * Empty texts for what they have not told.
 */
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
});
export type Profile = v.InferOutput<typeof profileSchema>;

/** Reads a profile as the table of accounts keeps it. */
export const parseProfile = (json: string): Profile => v.parse(profileSchema, JSON.parse(json));

/** What a release tells of its artist: the beginnings of a profile. */
export function profileOfRelease(form: {
  firstName: string;
  surname: string;
  artistName: string;
  country: string;
  city: string;
  bio: string;
  spotifyProfile: string;
  instagramProfile: string;
  tiktokProfile: string;
}): Partial<Profile> {
  const { firstName, surname, artistName, country, city, bio: biography } = form;
  const { spotifyProfile, instagramProfile, tiktokProfile } = form;
  const name = `${firstName} ${surname}`.trim();
  return {
    name,
    artistName,
    country,
    city,
    biography,
    spotifyProfile,
    instagramProfile,
    tiktokProfile,
  };
}

/** What an artist is called where there is room for one name (`000…`, section 2). */
export function displayName({ artistName, name }: Pick<Profile, "artistName" | "name">): string {
  return artistName.trim() || name.trim() || "User";
}
