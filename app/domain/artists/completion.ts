import type { Profile } from "./profile";

/** Percent that each field adds (`000…`, section 5). TikTok adds nothing. */
export const completionWeights: Readonly<Partial<Record<keyof Profile, number>>> = {
  name: 10,
  artistName: 10,
  nationality: 10,
  biography: 10,
  website: 10,
  spotifyProfile: 10,
  country: 5,
  city: 5,
  appleMusicProfile: 5,
  soundcloudProfile: 5,
  instagramProfile: 5,
  pplId: 7.5,
  prsId: 7.5,
};

/** Completeness in whole percent; a field of spaces counts as blank. */
export function completionOf(profile: Partial<Record<keyof Profile, string>>): number {
  const fields = Object.entries(completionWeights) as [keyof Profile, number][];
  const sum = fields.reduce((all, [name, weight]) => all + (profile[name]?.trim() ? weight : 0), 0);
  return Math.min(100, Math.round(sum));
}
