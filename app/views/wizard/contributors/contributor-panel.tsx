import { artistLists } from "~/submission/music/credits";
import type { Track } from "~/submission/music/track";
import { ArtistList } from "./artist-list";
import styles from "./contributors.module.css";
import { Producers } from "./producers";
import { Songwriters } from "./songwriters";
import { Usual } from "./usual";

/** Everybody who may be credited on a track, list by list. */
export function ContributorPanel({ track, base }: { track: Track; base: string }) {
  return (
    <div>
      {/* Says that the lists were there, should every one of them be empty. */}
      <input type="hidden" name={`${base}.listed`} value="1" />
      {track.metadata.soloWork && (
        <p className={styles.hint}>
          This track is solo work. Adding an artist or a songwriter switches that off.
        </p>
      )}
      <Usual track={track} />
      {artistLists.map((list) => (
        <ArtistList key={list.name} track={track} base={base} list={list} />
      ))}
      <Producers track={track} base={base} />
      <Songwriters track={track} base={base} />
    </div>
  );
}
