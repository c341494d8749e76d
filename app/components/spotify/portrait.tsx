import { useState } from "react";
import styles from "./portrait.module.css";

/** The picture of an artist whose name stands beside it; the first letter where there is none. */
export function Portrait({ image, name }: { image: string | null; name: string }) {
  const [broken, setBroken] = useState<string>();
  if (image === null || image === broken)
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
      onError={() => setBroken(image)}
    />
  );
}
