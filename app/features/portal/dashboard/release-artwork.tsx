import record from "~/ui/record.module.css";
import styles from "./release-artwork.module.css";

/**
 * The artwork of a release beside its title; a blank record if there is none or it is broken. Lazy-loaded.
 */
export function ReleaseArtwork({ src }: { src: string | null }) {
  return (
    <div className={`${record.picture} ${styles.artwork}`}>
      <span className={record.groove} aria-hidden="true" />
      {/* Over the record: a broken image shows nothing, also without script. */}
      {src !== null && (
        <img src={src} alt="" width={320} height={320} loading="lazy" decoding="async" />
      )}
    </div>
  );
}
