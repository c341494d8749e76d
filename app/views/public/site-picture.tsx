import {
  type ImageVariants,
  imageChoices,
  imageFormats,
  imageSizes,
} from "~/reference/image-mapping";

interface SitePictureProps {
  /** The address of the original, which is shown where there are no variants. */
  original: string;
  /** As the image mapping has them; undefined where it fails, or has none. */
  variants: ImageVariants | undefined;
  /** Empty for what is there to be looked at alone. */
  alt: string;
  /** Of the original, in pixels: the page keeps its room before it comes. */
  width: number;
  height: number;
  /** How wide it stands in the page, as the attribute `sizes`. */
  sizes: string;
}

/**
 * A picture of the site in the size that the specification has for the window, in the smallest format
 * that the browser shows. It loads when it is about to be seen.
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
