import { type ReactNode, useEffect, useRef, useState } from "react";
import { isBroken } from "~/components/form-dom";
import record from "~/components/record.module.css";
import styles from "./sleeve.module.css";

interface SleeveProps {
  /** The picture's address; without one the sleeve is blank. */
  src: string | undefined;
  alt: string;
  /** What stands beside the picture. */
  children: ReactNode;
  /** A sentence for when the picture cannot be shown. */
  brokenText?: string;
  /** Whether that is known already. */
  broken?: boolean;
  /** A small sleeve stands within something else, such as a track. */
  small?: boolean;
  /** In a form it is kept small where there is little room. */
  dense?: boolean;
}

/** Pixels of a preview, for who has no style sheet: the frame crops it to a square. */
const SIDE = 650;

/** A square picture, as a record's sleeve, with something beside it. */
export function MediaObject(props: SleeveProps) {
  const { src, alt, children, brokenText, broken: known, small, dense } = props;
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const picture = useRef<HTMLImageElement>(null);
  const isVisible = src !== undefined && src !== brokenSrc;
  useEffect(() => {
    if (isBroken(picture.current)) setBrokenSrc(src);
  }, [src]);
  return (
    <div className={styles.sleeve} data-small={small || undefined} data-dense={dense || undefined}>
      <div
        className={`${record.picture} ${styles.picture}`}
        data-awaited={src !== undefined || undefined}
      >
        {isVisible ? (
          <img
            ref={picture}
            src={src}
            alt={alt}
            width={SIDE}
            height={SIDE}
            onError={() => setBrokenSrc(src)}
          />
        ) : (
          <span className={record.groove} aria-hidden="true" />
        )}
      </div>
      <div className={styles.beside}>
        {children}
        {(known || src !== undefined) && !isVisible && brokenText && (
          <p role="status" className={styles.broken}>
            {brokenText}
          </p>
        )}
      </div>
    </div>
  );
}
