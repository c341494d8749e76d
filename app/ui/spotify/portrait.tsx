import { useState } from "react";
import styles from "./portrait.module.css";

/** The picture of an artist, or the first letter of the name; decorative beside the name. */
export function ArtistAvatar({ image, name }: { image: string | null; name: string }) {
  const [brokenImage, setBrokenImage] = useState<string>();
  if (image === null || image === brokenImage)
    return (
      <span className={styles.portrait} aria-hidden="true">
        {Array.from(name)[0]?.toUpperCase()}
      </span>
    );
  return (
    <img
      className={styles.portrait}
      src={image}
      alt=""
      width={48}
      height={48}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBrokenImage(image)}
    />
  );
}
