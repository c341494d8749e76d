import * as v from "valibot";

/*
 * Pictures of this site in sizes: specification, portal, sections 3 (the mapping), 7 (where it lies)
 * and 9 (which size for which window).
 */

export const MAPPING_PATH = "/files/optimized/image-mapping.json";

/** Widths in pixels. */
export const imageSizes = { thumbnail: 320, medium: 640, large: 1024, xlarge: 1600 } as const;
export type ImageSize = keyof typeof imageSizes;

/** The smaller format first: a browser takes the first one it supports. */
export const imageFormats = ["avif", "webp"] as const;

/** Only addresses of our own files, since they are put into pages. */
const path = v.pipe(v.string(), v.regex(/^\/files\/optimized\/[\w.-]+$/));
const paths = v.object({ avif: path, webp: path });
const variantsSchema = v.object({
  thumbnail: paths,
  medium: paths,
  large: paths,
  xlarge: paths,
});

/** The optimized variants of one picture. */
export type ImageVariants = v.InferOutput<typeof variantsSchema>;

/** By file name; incomplete entries are left out. */
export type ImageMapping = ReadonlyMap<string, ImageVariants>;

/** Parses a mapping; broken entries are dropped, and an invalid text gives an empty mapping. */
export function parseImageMapping(text: string): ImageMapping {
  const result = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())),
    text,
  );
  const entries = result.success ? Object.entries(result.output) : [];
  return new Map(
    entries.flatMap(([name, entry]) => {
      const variants = v.safeParse(variantsSchema, entry);
      return variants.success ? [[name, variants.output] as const] : [];
    }),
  );
}

const DENSE = "(min-resolution: 2dppx)";

/** The size for a window's width and pixel density; the first match counts. */
export const imageChoices: readonly { media?: string; size: ImageSize }[] = [
  { media: `(max-width: 480px) and ${DENSE}`, size: "medium" },
  { media: "(max-width: 480px)", size: "thumbnail" },
  { media: `(max-width: 768px) and ${DENSE}`, size: "large" },
  { media: "(max-width: 768px)", size: "medium" },
  { media: `(max-width: 1200px) and ${DENSE}`, size: "xlarge" },
  { media: "(max-width: 1200px)", size: "large" },
  { size: "xlarge" },
];
