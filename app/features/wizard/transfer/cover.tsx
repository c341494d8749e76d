import { useEffect, useRef, useState } from "react";
import { isBroken } from "~/ui/form-dom";
import record from "~/ui/record.module.css";

interface CoverProps {
  src: string | null | undefined;
  /** Empty if the title is beside it in the same button. */
  alt: string;
  /** Smaller, for search results. */
  small?: boolean;
}

/** The cover of a release, or a blank record. */
export function Cover({ src, alt, small }: CoverProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (src && isBroken(image.current)) setBrokenSrc(src);
  }, [src]);
  const size = small ? 48 : 96;
  return (
    <span className={record.picture} style={{ flex: "none", width: size }}>
      {src && src !== brokenSrc ? (
        <img
          ref={image}
          src={src}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBrokenSrc(src)}
        />
      ) : (
        <span className={record.groove} role="img" aria-label={alt} aria-hidden={!alt} />
      )}
    </span>
  );
}
