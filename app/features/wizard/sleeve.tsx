import { Text } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { isBroken } from "~/ui/form-dom";
import record from "~/ui/record.module.css";
import styles from "./sleeve.module.css";

interface MediaObjectProps {
  /** The picture's address; undefined for a blank sleeve. */
  src: string | undefined;
  alt: string;
  /** Drawn beside the picture. */
  children: ReactNode;
  /** Shown if the picture cannot be displayed. */
  brokenText?: string;
  /** Whether it is known that it cannot be displayed. */
  broken?: boolean;
  /** Small, for use within something else, such as a track. */
  small?: boolean;
  /** Smaller on small screens, for use in a form. */
  dense?: boolean;
}

/** The size of a preview in pixels, which CSS crops to a square. */
const PREVIEW_SIZE = 650;

/** A square picture with content beside it. */
export function MediaObject(props: MediaObjectProps) {
  const { src, alt, children, brokenText, broken: isKnownBroken, small, dense } = props;
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
            width={PREVIEW_SIZE}
            height={PREVIEW_SIZE}
            onError={() => setBrokenSrc(src)}
          />
        ) : (
          <span className={record.groove} aria-hidden="true" />
        )}
      </div>
      <div>
        {children}
        {(isKnownBroken || src !== undefined) && !isVisible && brokenText && (
          <Text role="status" c="var(--waiting)" mt="xs">
            {brokenText}
          </Text>
        )}
      </div>
    </div>
  );
}
