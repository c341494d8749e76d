import { foldDown, LOW_FREQUENCY, speakersOf } from "~/media/converter/fold-down";
import type { WavFormat } from "~/media/wav-format";

/** What a conversion found. `peak` is the largest value before rounding, 1 being full scale. */
export interface SoundFound extends Pick<WavFormat, "channels" | "channelMask"> {
  /** What folded channels were turned down by. */
  gain: number;
  peak: number;
  /** Samples that were no usable number. */
  unusable: number;
}

const decibels = (ratio: number) => (20 * Math.log10(ratio)).toFixed(1);

/** What became of more than two channels: which of them are heard, how, and which are not. */
function noteOfChannels({ channels, channelMask, gain }: SoundFound): string[] {
  const heard = foldDown({ channels, channelMask });
  const whose =
    heard.length === channels ? `Its ${channels}` : `${heard.length} of its ${channels}`;
  const isPlain = heard.length === 2 && heard.every(({ left, right }) => left + right === 1);
  const down = gain < 1 ? `, ${decibels(1 / gain)} dB quieter so that nothing overloads` : "";
  const became = isPlain ? "are the clip's two sides" : `were folded down to stereo${down}`;
  const notes = [`${whose} channels ${became}.`];
  const low = speakersOf({ channels, channelMask }).indexOf(LOW_FREQUENCY);
  const withoutLow = low >= 0 && !heard.some(({ channel }) => channel === low);
  if (withoutLow) notes.push("Its low-frequency channel was left out.");
  const placeless = channels - heard.length - (withoutLow ? 1 : 0);
  if (placeless === 1) notes.push("1 channel that names no speaker was left out.");
  if (placeless > 1) notes.push(`${placeless} channels that name no speaker were left out.`);
  return notes;
}

/** What staff should know of a clip's sound, in sentences. */
export function noteOfSound(found: SoundFound): string[] {
  const { channels, peak, unusable } = found;
  const notes = channels > 2 ? noteOfChannels(found) : [];
  // A tenth of a decibel over is what any change of rate does to a loud master.
  if (peak > 1.0116)
    notes.push(`Its loudest moment is ${decibels(peak)} dB over full scale and was clipped.`);
  if (unusable > 0)
    notes.push(`${unusable} of its samples are no usable numbers and were made silent.`);
  return notes;
}
