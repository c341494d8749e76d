import { expect, test } from "vitest";
import { type SoundFound, soundNotes } from "./cut-clip.server";

const quiet = { channels: 2, gain: 1, peak: 0.9, unusable: 0 };

test.each<[Partial<SoundFound>, string[]]>([
  [{}, []],
  [{ channels: 1, peak: 1.005 }, []],
  [{ peak: 1.5 }, ["Its loudest moment is 3.5 dB over full scale and was clipped."]],
  [{ channels: 4 }, ["Its 4 channels were folded down to stereo."]],
  [
    { channels: 6 },
    ["5 of its 6 channels were folded down to stereo.", "Its low-frequency channel was left out."],
  ],
  [
    { channels: 3, channelMask: 0xb },
    ["2 of its 3 channels are the clip's two sides.", "Its low-frequency channel was left out."],
  ],
  [
    { channels: 17 },
    [
      "2 of its 17 channels are the clip's two sides.",
      "15 channels that name no speaker were left out.",
    ],
  ],
  [
    { channels: 8, channelMask: 0x3f },
    [
      "5 of its 8 channels were folded down to stereo.",
      "Its low-frequency channel was left out.",
      "2 channels that name no speaker were left out.",
    ],
  ],
  [
    { channels: 3, channelMask: 0x8 },
    [
      "2 of its 3 channels are the clip's two sides.",
      "1 channel that names no speaker was left out.",
    ],
  ],
  [
    { channels: 4, gain: 0.5 },
    ["Its 4 channels were folded down to stereo, 6.0 dB quieter so that nothing overloads."],
  ],
  [{ unusable: 3 }, ["3 of its samples are no usable numbers and were made silent."]],
])("%j is noted as %j", (findings, notes) => {
  expect(soundNotes({ ...quiet, ...findings })).toEqual(notes);
});
