import { readPictureFacts } from "~/media/picture-facts";
import { makePreview } from "~/uploads/preview.client";
import { PICTURE_SIZES } from "./picture";
import { PICTURE_MAX_BYTES, PICTURE_TOO_LARGE, pictureProblem } from "./picture-rules";

/**
 * A chosen picture made small before it is sent, so that a photograph takes seconds on a poor line;
 * where this browser cannot, as it is: the server can.
 * @returns the sentence for one that is not taken.
 */
export async function preparePicture(file: File): Promise<{ problem: string } | { picture: Blob }> {
  if (file.size > PICTURE_MAX_BYTES) return { problem: PICTURE_TOO_LARGE };
  const facts = await readPictureFacts(new Uint8Array(await file.arrayBuffer()));
  const problem = pictureProblem(facts);
  if (problem) return { problem };
  return { picture: (await makePreview(file, PICTURE_SIZES.large)) ?? file };
}
