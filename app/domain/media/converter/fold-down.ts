import type { WavFormat } from "../wav-format";

/** A channel of the source and its gain to either side. */
export interface FoldedChannel {
  channel: number;
  left: number;
  right: number;
}

const MINUS_3_DB = Math.SQRT1_2;
const MINUS_6_DB = 0.5;

/**
 * Gains by bit of a WAVE channel mask (ITU-R BS.775-3, table 2: two channels from 3/2). Other speakers
 * get the gains of their neighbours. The low-frequency channel is left out.
 */
const GAINS: readonly (readonly [left: number, right: number])[] = [
  [1, 0], // front left
  [0, 1], // front right
  [MINUS_3_DB, MINUS_3_DB], // front centre
  [0, 0], // low frequency
  [MINUS_3_DB, 0], // back left
  [0, MINUS_3_DB], // back right
  [1, 0], // front left of centre
  [0, 1], // front right of centre
  [MINUS_6_DB, MINUS_6_DB], // back centre
  [MINUS_3_DB, 0], // side left
  [0, MINUS_3_DB], // side right
  [MINUS_6_DB, MINUS_6_DB], // top centre
  [MINUS_3_DB, 0], // top front left
  [MINUS_6_DB, MINUS_6_DB], // top front centre
  [0, MINUS_3_DB], // top front right
  [MINUS_3_DB, 0], // top back left
  [MINUS_6_DB, MINUS_6_DB], // top back centre
  [0, MINUS_3_DB], // top back right
];

/** Bit of the low-frequency speaker. */
export const LOW_FREQUENCY = 3;

/** Usual masks by number of channels, for files without one. */
const USUAL_MASKS: Readonly<Record<number, number>> = {
  3: 0x7,
  4: 0x33,
  5: 0x37,
  6: 0x3f,
  7: 0x70f,
  8: 0x63f,
};

type Channels = Pick<WavFormat, "channels" | "channelMask">;

/** Speakers of the channels as bits; further channels have none. */
export function speakersOf({ channels, channelMask }: Channels): number[] {
  const mask = channelMask ?? USUAL_MASKS[channels] ?? 0;
  return [...GAINS.keys()].filter((bit) => mask & (1 << bit)).slice(0, channels);
}

/**
 * Maps channels to stereo: mono to both sides, stereo as it is, more by their speakers. Channels
 * without a speaker are left out; if none has one, the first two are the sides.
 */
export function foldDown(format: Channels): FoldedChannel[] {
  const { channels } = format;
  if (channels === 1) return [{ channel: 0, left: 1, right: 1 }];
  const sides = [
    { channel: 0, left: 1, right: 0 },
    { channel: 1, left: 0, right: 1 },
  ];
  if (channels === 2) return sides;
  const placedChannels = speakersOf(format)
    .map((bit, channel) => {
      const [left, right] = GAINS[bit] ?? [0, 0];
      return { channel, left, right };
    })
    .filter(({ left, right }) => left + right > 0);
  return placedChannels.length > 0 ? placedChannels : sides;
}
