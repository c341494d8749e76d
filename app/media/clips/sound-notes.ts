/** What a conversion found. `peak` is the largest value before rounding, 1 being full scale. */
export interface SoundFound {
  channels: number;
  /** What folded channels were turned down by. */
  gain: number;
  peak: number;
  /** Samples that were no usable number. */
  unusable: number;
}

const decibels = (ratio: number) => (20 * Math.log10(ratio)).toFixed(1);

/** What staff should know of a clip's sound, in sentences. */
export function noteOfSound({ channels, gain, peak, unusable }: SoundFound): string[] {
  const notes: string[] = [];
  if (channels > 2) {
    const down = gain < 1 ? `, ${decibels(1 / gain)} dB quieter so that nothing overloads` : "";
    notes.push(`Its ${channels} channels were folded down to stereo${down}.`);
  }
  // A tenth of a decibel over is what any change of rate does to a loud master.
  if (peak > 1.0116)
    notes.push(`Its loudest moment is ${decibels(peak)} dB over full scale and was clipped.`);
  if (unusable > 0)
    notes.push(`${unusable} of its samples are no usable numbers and were made silent.`);
  return notes;
}
