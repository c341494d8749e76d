import type { WavOddity } from "~/domain/media/wav-header";
import type { Advice } from "./advice-shape";

const ADVICE_BY_ODDITY: Record<WavOddity, Advice> = {
  "frame-size": {
    code: "frame-size",
    text: "A number in this file's header is wrong (the size of its frames). We read the audio as players do. Listen to it before you submit, and export it again if it sounds wrong.",
    tone: "advice",
  },
  "data-size": {
    code: "data-size",
    text: "This file's header says that it has a few bytes more audio than it has. You can't hear the difference, and we accept the file.",
    tone: "note",
  },
};

/** Advice about corrected errors in a WAV header. */
export function headerAdvice(oddities: readonly WavOddity[] = []): Advice[] {
  return oddities.map((oddity) => ADVICE_BY_ODDITY[oddity]);
}
