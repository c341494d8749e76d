import * as v from "valibot";

/*
 * Pictures of this site in sizes: specification, portal, sections 3 (the mapping), 7 (where it lies)
 * and 9 (which size for which window).
 */

/** Where the build leaves the mapping, for whoever looks up a picture. */
export const MAPPING_PATH = "/files/optimized/image-mapping.json";

/** Widths in pixels. */
export const imageSizes = { thumbnail: 320, medium: 640, large: 1024, xlarge: 1600 } as const;
export type ImageSize = keyof typeof imageSizes;

/** The smaller of two first: a browser takes the first one that it can show. */
export const imageFormats = ["avif", "webp"] as const;

/** What is in the mapping stands in our pages: nothing but the address of a file of ours. */
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

/** By file name; what is not whole is not in it. */
export type ImageMapping = ReadonlyMap<string, ImageVariants>;

/** A mapping out of its text: none of it where that is no mapping, all but the broken entries else. */
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

/** Which size a window shows, the first that holds: by its width, and by pixels for each of them. */
export const imageChoices: readonly { media?: string; size: ImageSize }[] = [
  { media: `(max-width: 480px) and ${DENSE}`, size: "medium" },
  { media: "(max-width: 480px)", size: "thumbnail" },
  { media: `(max-width: 768px) and ${DENSE}`, size: "large" },
  { media: "(max-width: 768px)", size: "medium" },
  { media: `(max-width: 1200px) and ${DENSE}`, size: "xlarge" },
  { media: "(max-width: 1200px)", size: "large" },
  { size: "xlarge" },
];
