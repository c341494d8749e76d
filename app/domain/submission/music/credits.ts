export const artistLists = [
  {
    name: "featuredArtists",
    label: "Featured artist",
    prefix: "featured",
    hint: "Guests whose names stores show beside yours.",
    full: "Maximum of 10 featured artists reached.",
  },
  {
    name: "nonFeaturedArtists",
    label: "Non-featured artist",
    prefix: "non-featured",
    hint: "They play or sing on the track, and only its credits name them.",
    full: "Maximum of 10 non-featured artists reached.",
  },
] as const;
export type ArtistListName = (typeof artistLists)[number]["name"];

interface Credited {
  soloWork: boolean;
  featuredArtists: readonly unknown[];
  nonFeaturedArtists: readonly unknown[];
  producers: readonly unknown[];
  songwriters: readonly unknown[];
}

/** Whether anybody is credited (specification, section 5, step 1, rule 6). */
export function hasContributors(contributors: Credited): boolean {
  const { soloWork, featuredArtists, nonFeaturedArtists, producers, songwriters } = contributors;
  const people = [featuredArtists, nonFeaturedArtists, producers, songwriters];
  return soloWork || people.some(({ length }) => length > 0);
}
