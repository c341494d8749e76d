import type { LabelledValues } from "~/domain/submission/record/distribution-details";
import type { RecordedTrack } from "~/domain/submission/record/release-form";
import { writtenName } from "~/platform/formats/written-name";

type Artists = RecordedTrack["metadata"]["featuredArtists"];

const artistNames = (artists: Artists) =>
  artists
    .map(({ firstName, surname, roles }) =>
      [writtenName({ firstName, surname }), roles.length > 0 ? `(${roles.join(", ")})` : ""]
        .filter(Boolean)
        .join(" "),
    )
    .join(", ");

export function creditRows({ metadata }: RecordedTrack, artistName: string): LabelledValues {
  const { soloWork, featuredArtists, nonFeaturedArtists, producers, songwriters } = metadata;
  if (soloWork) return [["Made by", `${artistName} alone`]];
  const writers = songwriters.map((songwriter) => writtenName(songwriter)).join(", ");
  const rows = [
    ["Main artist", artistName],
    ["Featured artists", artistNames(featuredArtists)],
    ["Other artists", artistNames(nonFeaturedArtists)],
    ["Producers", producers.join(", ")],
    ["Songwriters", writers],
  ] as const;
  return rows.filter(([, names]) => names !== "");
}
