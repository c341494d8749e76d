import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./sleeve.module.css";

interface SleeveProps {
  /** The picture's address; without one the sleeve is blank. */
  src: string | undefined;
  alt: string;
  /** What stands beside the picture. */
  children: ReactNode;
  /** A sentence for when the browser cannot show the picture. */
  brokenText?: string;
  /** A small sleeve stands within something else, such as a track. */
  small?: boolean;
}

/** A square picture, as a record's sleeve, with something beside it. */
export function Sleeve({ src, alt, children, brokenText, small }: SleeveProps) {
  const [broken, setBroken] = useState<string>();
  const picture = useRef<HTMLImageElement>(null);
  const shown = src !== undefined && src !== broken;
  useEffect(() => {
    // A picture of the server's page may have failed before anyone listened.
    const { current } = picture;
    if (current?.complete && current.naturalWidth === 0) setBroken(src);
  }, [src]);
  return (
    <div className={styles.sleeve} data-small={small || undefined}>
      <div className={styles.picture}>
        {shown ? (
          <img ref={picture} src={src} alt={alt} onError={() => setBroken(src)} />
        ) : (
          <span className={styles.groove} aria-hidden="true" />
        )}
      </div>
      <div className={styles.beside}>
        {children}
        {src !== undefined && !shown && brokenText && (
          <p role="status" className={styles.broken}>
            {brokenText}
          </p>
        )}
      </div>
    </div>
  );
}
