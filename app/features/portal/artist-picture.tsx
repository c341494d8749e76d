import styles from "./artist-picture.module.css";

/** An artist's picture beside the name; an initial if there is none or it is broken. */
export function ArtistPicture({ src, name }: { src: string | null; name: string }) {
  return (
    <div className={styles.picture}>
      <span className={styles.initial} aria-hidden="true">
        {Array.from(name.trim())[0]?.toUpperCase() ?? "?"}
      </span>
      {/* Over the initial: a broken image shows nothing, also without script. */}
      {src !== null && <img src={src} alt="" width={320} height={320} />}
    </div>
  );
}
