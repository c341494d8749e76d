import type { TrackContributors } from "~/domain/submission/music/track-contributors";

/** The credit line of solo work, which the checkbox already shows. */
export const SOLO = "Solo work";

const displayName = (...parts: string[]) => parts.filter(Boolean).join(" ") || "Unnamed";

/**
 * The contributors of a track in one line; empty for none.
 * @param contributors without blank rows.
 */
export function creditLine(contributors: TrackContributors): string {
  const artists = (rows: TrackContributors["featuredArtists"]) =>
    rows.map(({ firstName, surname }) => displayName(firstName, surname));
  const writers = contributors.songwriters.map(({ firstName, lastName, percentage }) =>
    [displayName(firstName, lastName), percentage && `${percentage}%`].filter(Boolean).join(" "),
  );
  const part = (word: string, names: string[]) =>
    names.length > 0 ? [`${word} ${names.join(", ")}`] : [];
  return [
    ...(contributors.soloWork ? [SOLO] : []),
    ...part("Featuring", artists(contributors.featuredArtists)),
    ...part("With", artists(contributors.nonFeaturedArtists)),
    ...part("Produced by", contributors.producers),
    ...part("Written by", writers),
  ].join(" · ");
}
