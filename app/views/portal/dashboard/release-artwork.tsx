import record from "~/components/record.module.css";
import styles from "./release-artwork.module.css";

/** A release's artwork, whose title stands beside it: a blank record where there is none, or it is
 *  broken. It comes as it is scrolled to. */
export function ReleaseArtwork({ src }: { src: string | null }) {
  return (
    <div className={`${record.picture} ${styles.artwork}`}>
      <span className={record.groove} aria-hidden="true" />
      {/* Over the record: a broken one shows nothing, also without script. */}
      {src !== null && (
        <img src={src} alt="" width={320} height={320} loading="lazy" decoding="async" />
      )}
    </div>
  );
}
