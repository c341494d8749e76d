import type { TrackContributors } from "~/domain/submission/music/track-contributors";
import { writtenName } from "~/platform/formats/written-name";

/** The credit line of solo work, which the checkbox already shows. */
export const SOLO = "Solo work";

type Names = Parameters<typeof writtenName>[0];

const displayName = (names: Names) => writtenName(names) || "Unnamed";

/**
 * The contributors of a track in one line; empty for none.
 * @param contributors without blank rows.
 */
export function creditLine(contributors: TrackContributors): string {
  const artists = (rows: TrackContributors["featuredArtists"]) => rows.map(displayName);
  const writers = contributors.songwriters.map((writer) =>
    [displayName(writer), writer.percentage && `${writer.percentage}%`].filter(Boolean).join(" "),
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
