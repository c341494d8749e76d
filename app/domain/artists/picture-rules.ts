import type { PictureFacts } from "~/domain/media/picture-facts";
import { describeKind } from "~/domain/media/sniff";
import { megabytes } from "~/platform/formats/bytes";

export const PICTURE_MAX_BYTES = 10 * 1024 * 1024;
const TOO_MANY_PIXELS = 20_000_000;

export const PICTURE_TOO_LARGE = `This picture is larger than ${megabytes(PICTURE_MAX_BYTES)} MB. Choose a smaller one.`;
export const PICTURE_BROKEN =
  "This picture is damaged or cut off. Save it again in a picture app, or choose another.";
/** For failures on our side. */
export const PICTURE_UNAVAILABLE =
  "We couldn't take your picture just now. Choose it again in a minute.";

/** Why a picture is rejected; undefined for a valid one. */
export function pictureProblem(details: PictureFacts): string | undefined {
  if (!details.ok) {
    if (details.reason === "broken") return PICTURE_BROKEN;
    if (details.kind === "svg")
      return "This file is an SVG drawing. Choose a picture made of pixels: JPEG, PNG or WebP.";
    const kind = details.kind === "unknown" ? "not a picture" : describeKind(details.kind);
    return `This file is ${kind}. Choose a JPEG, PNG or WebP picture.`;
  }
  if (details.animated) return "This picture moves. Choose one that stands still.";
  if (details.width * details.height >= TOO_MANY_PIXELS)
    return `This picture has ${details.width} by ${details.height} pixels. Choose one of fewer than 20 megapixels.`;
  return undefined;
}
