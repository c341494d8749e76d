import { readPictureFacts } from "~/domain/media/picture-facts";
import { makePreview } from "~/domain/uploads/preview.client";
import { PICTURE_SIZES } from "./picture";
import { PICTURE_MAX_BYTES, PICTURE_TOO_LARGE, pictureProblem } from "./picture-rules";

/**
 * Resizes a chosen picture before it is sent, which saves time on slow connections. If this
 * browser cannot, the original is sent and the server resizes it.
 * @returns the error text for a picture that is rejected.
 */
export async function preparePicture(file: File): Promise<{ problem: string } | { picture: Blob }> {
  if (file.size > PICTURE_MAX_BYTES) return { problem: PICTURE_TOO_LARGE };
  const details = await readPictureFacts(new Uint8Array(await file.arrayBuffer()));
  const problem = pictureProblem(details);
  if (problem) return { problem };
  return { picture: (await makePreview(file, PICTURE_SIZES.large)) ?? file };
}
