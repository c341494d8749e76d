import { type ReactNode, useState } from "react";
import styles from "./sleeve.module.css";

interface SleeveProps {
  /** The picture's address; without one the sleeve is blank. */
  src: string | undefined;
  alt: string;
  /** What stands beside the picture. */
  children: ReactNode;
  /** A sentence for when the browser cannot show the picture. */
  brokenText?: string;
}

/** A large square picture, as a record's sleeve, with something beside it. */
export function Sleeve({ src, alt, children, brokenText }: SleeveProps) {
  const [broken, setBroken] = useState<string>();
  const shown = src !== undefined && src !== broken;
  return (
    <div className={styles.sleeve}>
      <div className={styles.picture}>
        {shown ? (
          <img src={src} alt={alt} onError={() => setBroken(src)} />
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
