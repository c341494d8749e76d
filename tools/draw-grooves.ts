import { ringWobble, seededNumbers } from "../app/domain/media/wood-rings";

type Colour = readonly [number, number, number];

/** Colours of the wood, from dark to light. */
const SHADOW: Colour = [38, 14, 8];
const WOOD: Colour = [128, 52, 29];
const GLOW: Colour = [214, 128, 84];
const LIGHT: Colour = [255, 224, 196];
/** Colour of the label in the middle, which is out of focus. */
const PAPER: Colour = [214, 178, 148];
/** The radius of the label, and the softness of its edge. */
const [LABEL, SOFT] = [0.5, 0.06] as const;

const mix = (from: number, to: number, ratio: number) => from + (to - from) * ratio;
const bump = (x: number, width: number) => Math.exp(-((x / width) ** 2));

/** Interpolates smoothly between the points of a closed curve. @param turn from 0 to 1. */
function interpolate(wobble: readonly number[], turn: number): number {
  const position = (((turn % 1) + 1) % 1) * wobble.length;
  const [first, part] = [Math.floor(position), position - Math.floor(position)];
  const smooth = part * part * (3 - 2 * part);
  const [a = 0, b = 0] = [wobble[first % wobble.length], wobble[(first + 1) % wobble.length]];
  return mix(a, b, smooth);
}

/**
 * Draws a close-up of a wooden record with rings as grooves, in perspective, with light and depth of
 * field. The same seed gives the same picture.
 * @returns RGB, three bytes for each pixel.
 */
export function drawGrooves(seed: string, width: number, height: number): Uint8Array {
  const random = seededNumbers(seed);
  const wobble = ringWobble(random);
  // No two grooves are cut alike.
  const cuts = Array.from({ length: 256 }, () => 0.55 + random() * 0.45);
  const grain = Array.from({ length: 64 }, () => random());
  const data = new Uint8Array(width * height * 3);
  let offset = 0;
  for (let row = 0; row < height; row++) {
    // Perspective: far at the top, near at the bottom.
    const depth = row / height;
    const distance = 1 / (0.32 + depth * 0.95);
    const focus = bump(distance - 1.12, 0.42);
    for (let column = 0; column < width; column++) {
      const across = column / width - 0.5;
      const x = 1.28 + across * distance * 2.1;
      const y = distance * 1.15 - 2.35;
      const turn = Math.atan2(y, x) / (2 * Math.PI);
      const radius = Math.hypot(x, y) * (1 + interpolate(wobble, turn) * 0.9);
      const groove = radius * 26;
      const cut = cuts[Math.floor(groove) & 255] ?? 1;
      const place = groove - Math.floor(groove);
      // The lit and the shaded wall of the groove.
      const lit = bump(place - 0.32, 0.16) * cut;
      const shade = bump(place - 0.66, 0.13) * cut;
      const fibre = interpolate(grain, turn * 3 + radius * 0.05) - 0.5;
      // Light on a record forms two fans that meet in the middle.
      const fan = bump(Math.sin((turn - 0.885) * Math.PI * 2), 0.2);
      const glow = fan * 0.75 + 0.16 + fibre * 0.09;
      const sharp = focus * 0.95 + 0.05;
      const level = glow * (0.62 + lit * 0.85 * sharp) - shade * 0.34 * sharp + 0.1 * focus;
      const edge = 1 - 0.55 * Math.abs(across) ** 2 * 4 * (0.4 + 0.6 * (1 - focus));
      const value = Math.max(0, level * edge);
      const label = 1 / (1 + Math.exp((radius - LABEL) / (SOFT / 3)));
      for (let part = 0; part < 3; part++) {
        const [s, w, g, l] = [
          SHADOW[part] ?? 0,
          WOOD[part] ?? 0,
          GLOW[part] ?? 0,
          LIGHT[part] ?? 0,
        ];
        const colour =
          value < 0.35
            ? mix(s, w, value / 0.35)
            : value < 0.8
              ? mix(w, g, (value - 0.35) / 0.45)
              : mix(g, l, Math.min(1, (value - 0.8) / 0.6));
        data[offset++] = Math.round(
          mix(colour, (PAPER[part] ?? 0) * (0.66 + fan * 0.1 + fibre * 0.05), label),
        );
      }
    }
  }
  return data;
}
