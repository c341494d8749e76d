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
  ipi: text,
  isni: text,
});
export type Profile = v.InferOutput<typeof profileSchema>;

export const parseProfile = (json: string): Profile => v.parse(profileSchema, JSON.parse(json));

const names = ["artistName", "country", "city"] as const;
const links = ["spotifyProfile", "instagramProfile", "tiktokProfile"] as const;
type SharedField = (typeof names | typeof links)[number];

/** What a profile and the artist of a release have in common. */
export const sharedFields = (source: Pick<Profile, SharedField>) =>
  Object.fromEntries([...names, ...links].map((name) => [name, source[name]]));

export const profileOfRelease = (
  form: Record<SharedField | "firstName" | "surname" | "fullName" | "bio", string>,
): Partial<Profile> => ({ name: writtenName(form), biography: form.bio, ...sharedFields(form) });

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
