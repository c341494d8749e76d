import type { PictureLook } from "../probe";
import type { Advice } from "./advice-shape";

const TEXTS: Readonly<Record<PictureLook[number], string>> = {
  border:
    "This picture has a border of one colour. Crop the border away, so that the picture fills the whole square.",
  blurred:
    "This picture looks blurred, or was made larger than it is. Export it again from the original, in its full size.",
};

/** Advice about what the pixels of a picture show. */
export const lookAdvice = (look: PictureLook = []): Advice[] =>
  look.map((code) => ({ code, text: TEXTS[code], tone: "advice" }));
