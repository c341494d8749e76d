import { completionWeights } from "./completion";
import type { Profile } from "./profile";

const LABELS: Readonly<Partial<Record<keyof Profile, string>>> = {
  name: "your own name",
  artistName: "artist name",
  nationality: "nationality",
  biography: "biography",
  website: "website",
  spotifyProfile: "Spotify link",
  country: "country",
  city: "city",
  appleMusicProfile: "Apple Music link",
  soundcloudProfile: "SoundCloud link",
  instagramProfile: "Instagram link",
  pplId: "PPL number",
  prsId: "PRS number",
};

/** Ticked where an artist has no such number, which answers the question. */
const NONE: Readonly<Partial<Record<keyof Profile, keyof Profile>>> = {
  pplId: "noPplId",
  prsId: "noPrsId",
};

const NEEDED: readonly (keyof Profile)[] = ["name", "artistName", "country"];

/** What a profile lacks without which no release comes out, in words. */
export const neededInProfile = (profile: Partial<Profile>): string[] =>
  NEEDED.filter((field) => !profile[field]?.trim()).map((field) => LABELS[field] ?? field);

/** What a profile still lacks, in words. Its percentage counts only what is filled in, as specified. */
export function missingInProfile(profile: Partial<Profile>): string[] {
  const isAnswered = (field: keyof Profile | undefined) => Boolean(field && profile[field]?.trim());
  return (Object.keys(completionWeights) as (keyof Profile)[])
    .filter((field) => !isAnswered(field) && !isAnswered(NONE[field]))
    .map((field) => LABELS[field] ?? field);
}
