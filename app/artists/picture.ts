import * as v from "valibot";

/** The sides that a picture is kept in, in pixels at most: beside a name, and on a card. */
export const PICTURE_SIZES = { small: 160, large: 640 } as const;
export type PictureSize = keyof typeof PICTURE_SIZES;

/** An artist's picture as it lies in the bucket. */
const storedPictureSchema = v.object({
  /** Of these bytes: another picture has another. */
  id: v.string(),
  /** The keys of its variants. */
  small: v.string(),
  large: v.string(),
});
export type StoredPicture = v.InferOutput<typeof storedPictureSchema>;

/** The picture that an account's row tells of; undefined for none. */
export function readPicture(json: string | null): StoredPicture | undefined {
  return json === null ? undefined : v.parse(storedPictureSchema, JSON.parse(json));
}

/** A size that an address names; undefined for any other word. */
export function readPictureSize(word: string | undefined): PictureSize | undefined {
  return word === "small" || word === "large" ? word : undefined;
}

/** Where a picture is seen by whoever may see it. */
export function picturePath(artistId: string, pictureId: string, size: PictureSize): string {
  return `/files/pictures/${artistId}/${pictureId}/${size}`;
}
