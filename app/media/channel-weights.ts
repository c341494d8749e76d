import type { WavFormat } from "./wav-format";

// Speaker bits of a WAVE channel mask, in the order channels are stored.
const LOW_FREQUENCY = 0x8;
const BACK = 0x10 | 0x20;
const SIDES = 0x200 | 0x400;

/** Where the channels of a file without a mask usually are, by their number. */
const USUAL_MASKS = new Map([
  [4, 0x33],
  [5, 0x37],
  [6, 0x3f],
  [7, 0x70f],
  [8, 0x63f],
]);

const SURROUND = 1.41;

/**
 * How much each of the first `count` channels weighs in ITU-R BS.1770-4: 1.41 for surrounds beside
 * the listener, nothing for the low-frequency channel, 1 for all others. Back channels count as the
 * surrounds only where there are none at the sides. Channels without a place weigh 1.
 */
export function channelWeights(
  { channels, channelMask }: Pick<WavFormat, "channels" | "channelMask">,
  count: number,
): number[] {
  const mask = channelMask ?? USUAL_MASKS.get(channels) ?? 0;
  const surrounds = mask & SIDES ? SIDES : BACK;
  const weights: number[] = [];
  for (let bit = 0; bit < 31; bit++) {
    const speaker = mask & (1 << bit);
    if (speaker === 0) continue;
    weights.push(speaker & LOW_FREQUENCY ? 0 : speaker & surrounds ? SURROUND : 1);
  }
  return Array.from({ length: count }, (_, channel) => weights[channel] ?? 1);
}
