import { Text } from "@mantine/core";
import { artistLists } from "~/domain/submission/music/credits";
import type { Track } from "~/domain/submission/music/track";
import { ArtistList } from "./artist-list";
import { Producers } from "./producers";
import { Songwriters } from "./songwriters";

/** All contributor lists of a track. */
export function ContributorPanel({ track, base }: { track: Track; base: string }) {
  return (
    <div>
      {/* Tells the server that the lists were in the form, even if all are empty. */}
      <input type="hidden" name={`${base}.listed`} value="1" />
      {track.metadata.soloWork && (
        <Text size="sm" c="dimmed" pb="sm">
          This track is solo work. Adding an artist or a songwriter switches that off.
        </Text>
      )}
      {artistLists.map((list) => (
        <ArtistList key={list.name} track={track} base={base} list={list} />
      ))}
      <Producers track={track} base={base} />
      <Songwriters track={track} base={base} />
    </div>
  );
}
