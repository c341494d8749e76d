import * as v from "valibot";

/** Longest sides in pixels: beside a name, and on a card. */
export const PICTURE_SIZES = { small: 160, large: 640 } as const;
export type PictureSize = keyof typeof PICTURE_SIZES;

const storedPictureSchema = v.object({
  id: v.string(),
  small: v.string(),
  large: v.string(),
});
export type StoredPicture = v.InferOutput<typeof storedPictureSchema>;

export function readPicture(json: string | null): StoredPicture | undefined {
  return json === null ? undefined : v.parse(storedPictureSchema, JSON.parse(json));
}

/** Parses the size in a URL; undefined for an unknown one. */
export function readPictureSize(word: string | undefined): PictureSize | undefined {
  return word === "small" || word === "large" ? word : undefined;
}

/** The URL path of a picture; the route checks who may see it. */
export function picturePath(artistId: string, pictureId: string, size: PictureSize): string {
  return `/files/pictures/${artistId}/${pictureId}/${size}`;
}
