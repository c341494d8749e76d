import { expect, test } from "vitest";
import { noteOfSound, type SoundFound } from "./sound-notes";

const quiet = { channels: 2, gain: 1, peak: 0.9, unusable: 0 };

test.each<[Partial<SoundFound>, string[]]>([
  [{}, []],
  [{ channels: 1, peak: 1.005 }, []],
  [{ peak: 1.5 }, ["Its loudest moment is 3.5 dB over full scale and was clipped."]],
  [{ channels: 6 }, ["Its 6 channels were folded down to stereo."]],
  [
    { channels: 6, gain: 0.5 },
    ["Its 6 channels were folded down to stereo, 6.0 dB quieter so that nothing overloads."],
  ],
  [{ unusable: 3 }, ["3 of its samples are no usable numbers and were made silent."]],
])("%j is noted as %j", (found, notes) => {
  expect(noteOfSound({ ...quiet, ...found })).toEqual(notes);
});
