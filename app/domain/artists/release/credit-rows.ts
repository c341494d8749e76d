import type { LabelledValues } from "~/domain/submission/record/distribution-details";
import type { RecordedTrack } from "~/domain/submission/record/release-form";
import { artistNames } from "~/domain/submission/record/release-texts";
import { writtenName } from "~/platform/formats/written-name";

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
