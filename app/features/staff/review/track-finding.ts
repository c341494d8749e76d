import type { AudioFindings } from "~/domain/media/audio-findings";
import { audioAdvice } from "~/domain/uploads/advice/advice";
import { playingTime } from "~/platform/formats/playing-time";

/** Some findings in few words, by their code. */
const shortTexts: Readonly<Record<string, (findings: AudioFindings) => string>> = {
  clipping: ({ clipping: { runs, first } }) =>
    `Clips ${runs === 1 ? "once, at" : `${runs.toLocaleString("en-GB")} times, first at`} ${playingTime(first ?? 0)}`,
  "over-full-scale": ({ over: { first } }) =>
    `Over full scale, first at ${playingTime(first ?? 0)}`,
  silent: () => "Silent from start to end",
  "silent-head": ({ silence }) => `Silent for the first ${Math.round(silence.head)} s`,
  "silent-tail": ({ silence }) => `Silent for the last ${Math.round(silence.tail)} s`,
};

/**
 * What the sound of a track says, also in one line; null where its file can't be measured. Advice is what
 * something is to be done about.
 */
export function trackFindingTexts(findings: AudioFindings | null) {
  if (findings === null) {
    const text = "This file can't be measured.";
    return [{ short: text, text, isAdvice: true }];
  }
  return audioAdvice(findings).map(({ code, text, tone }) => ({
    short: shortTexts[code]?.(findings) ?? text,
    text,
    isAdvice: tone === "advice",
  }));
}
