import {
  type ImageVariants,
  imageChoices,
  imageFormats,
  imageSizes,
} from "~/reference/image-mapping";

interface SitePictureProps {
  /** The address of the original, which is the fallback. */
  original: string;
  /** From the image mapping; undefined if it cannot be read or has none. */
  variants: ImageVariants | undefined;
  /** Empty for decorative pictures. */
  alt: string;
  /** Size of the original in pixels, which reserves the space before it loads. */
  width: number;
  height: number;
  sizes: string;
}

/**
 * A picture of the site in the size that the specification has for the window, in the smallest format that
 * the browser supports. Lazy-loaded.
 */
export function SitePicture({ original, variants, alt, width, height, sizes }: SitePictureProps) {
  return (
    <picture>
      {variants &&
        imageFormats.flatMap((format) =>
          imageChoices.map(({ media, size }) => (
            <source
              key={`${format} ${media}`}
              media={media}
              type={`image/${format}`}
              srcSet={`${variants[size][format]} ${imageSizes[size]}w`}
              sizes={sizes}
            />
          )),
        )}
      <img src={original} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
    </picture>
  );
}
