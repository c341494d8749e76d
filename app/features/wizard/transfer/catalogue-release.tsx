import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import type { CatalogueItem } from "~/domain/catalogue/catalogue-item";
import { playingTime } from "~/platform/formats/playing-time";
import panels from "../panels.module.css";
import styles from "./transferred-release.module.css";

/** The codes and tracks of a release, which must not change by the transfer. */
export function ReleaseDetails({ item }: { item: CatalogueItem }) {
  return (
    <details className={styles.details}>
      <summary className={`${panels.summary} ${styles.summary}`}>
        Tracks and codes<VisuallyHidden> of {item.title}</VisuallyHidden>
      </summary>
      {item.type === "album" ? (
        <Album details={item.albumDetails} />
      ) : (
        <Track details={item.trackDetails} />
      )}
    </details>
  );
}

type AlbumDetails = Extract<CatalogueItem, { type: "album" }>["albumDetails"];
type TrackDetails = Extract<CatalogueItem, { type: "track" }>["trackDetails"];

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd>{children || "Not known"}</dd>
    </div>
  );
}

function Album({ details }: { details: AlbumDetails }) {
  const { upc, tracks, totalTracks, copyrights } = details;
  if (tracks.length === 0 && !upc)
    return <p className={styles.muted}>Spotify gave no details for this release.</p>;
  return (
    <>
      <dl className={styles.facts}>
        <Fact term="UPC">{upc}</Fact>
        {copyrights.length > 0 && (
          <Fact term="Copyright">{copyrights.map(({ text }) => text).join(", ")}</Fact>
        )}
      </dl>
      <ol className={styles.tracks}>
        {tracks.map(({ trackNumber, title, duration, isrc }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two discs have a track 1 each.
          <li key={index} className={styles.track}>
            <span className={styles.number}>{trackNumber}</span>
            <span className={styles.title}>{title}</span>
            <span className={styles.muted}>{playingTime(Math.round(duration / 1_000))}</span>
            <span className={styles.isrc}>ISRC {isrc ?? "not known"}</span>
          </li>
        ))}
      </ol>
      {totalTracks > tracks.length && (
        <p className={styles.muted}>
          These are {tracks.length} of {totalTracks} tracks: Spotify lists no more.
        </p>
      )}
    </>
  );
}

function Track({ details }: { details: TrackDetails }) {
  const { isrc, upc, album, duration } = details;
  if (!isrc && !upc && duration === 0)
    return <p className={styles.muted}>Spotify gave no details for this release.</p>;
  return (
    <dl className={styles.facts}>
      <Fact term="ISRC">{isrc}</Fact>
      <Fact term="UPC">{upc}</Fact>
      <Fact term="Album">{album}</Fact>
      <Fact term="Length">{duration > 0 && playingTime(Math.round(duration / 1_000))}</Fact>
    </dl>
  );
}
