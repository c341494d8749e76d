import type { PictureFacts } from "~/media/picture-facts";
import { describeKind } from "~/media/sniff";

/** The most bytes of a picture as it is chosen. */
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024;
/** A picture has fewer pixels than this. */
const TOO_MANY_PIXELS = 20_000_000;

export const PICTURE_TOO_LARGE = "This picture is larger than 10 MB. Choose a smaller one.";
export const PICTURE_BROKEN =
  "This picture is damaged or cut off. Save it again in a picture app, or choose another.";
/** Where it is nobody's fault but ours. */
export const PICTURE_LATER = "We couldn't take your picture just now. Choose it again in a minute.";

/** Why a picture is not taken, as one sentence or two; undefined for one that is. */
export function pictureProblem(facts: PictureFacts): string | undefined {
  if (!facts.ok) {
    if (facts.reason === "broken") return PICTURE_BROKEN;
    if (facts.kind === "svg")
      return "This file is an SVG drawing. Choose a picture made of pixels: JPEG, PNG or WebP.";
    const kind = facts.kind === "unknown" ? "not a picture" : describeKind(facts.kind);
    return `This file is ${kind}. Choose a JPEG, PNG or WebP picture.`;
  }
  if (facts.animated) return "This picture moves. Choose one that stands still.";
  if (facts.width * facts.height >= TOO_MANY_PIXELS)
    return `This picture has ${facts.width} by ${facts.height} pixels. Choose one of fewer than 20 megapixels.`;
  return undefined;
}
