import jpeg from "jpeg-js";

type Colour = readonly [number, number, number];
interface Palette {
  top: Colour;
  bottom: Colour;
  label: Colour;
}

const PALETTES: readonly [Palette, ...Palette[]] = [
  { top: [244, 214, 168], bottom: [132, 55, 31], label: [222, 120, 66] },
  { top: [236, 190, 160], bottom: [92, 38, 52], label: [214, 160, 92] },
  { top: [250, 226, 182], bottom: [176, 84, 40], label: [110, 46, 36] },
  { top: [226, 200, 178], bottom: [70, 52, 48], label: [186, 78, 48] },
];
const VINYL: Colour = [28, 21, 18];

/**
 * Draws a record sleeve as a baseline JPEG: a warm gradient behind a grooved disc.
 * @param options sizes in pixels; `seed` selects colours and the place of the disc; `quality` 1 to 100.
 */
export function sleeveJpeg(options: {
  width: number;
  height: number;
  seed: number;
  quality: number;
}): Uint8Array<ArrayBuffer> {
  const { width, height, seed, quality } = options;
  const data = drawSleeve(width, height, seed);
  return new Uint8Array(jpeg.encode({ data, width, height }, quality).data);
}

function drawSleeve(width: number, height: number, seed: number): Uint8ClampedArray {
  const { top, bottom, label } = PALETTES[seed % PALETTES.length] ?? PALETTES[0];
  const unit = Math.min(width, height);
  const centreX = width * (0.5 + 0.12 * Math.sin(seed * 2.4));
  const centreY = height * (0.5 + 0.12 * Math.cos(seed * 1.7));
  const pixels = new Uint8ClampedArray(width * height * 4);
  let grain = (seed * 7919 + 1) >>> 0;
  let offset = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      grain = (Math.imul(grain, 1664525) + 1013904223) >>> 0;
      const radius = Math.hypot(x - centreX, y - centreY) / unit;
      const blend = (0.3 * x) / width + (0.7 * y) / height;
      let shade = (grain >>> 24) / 64 - 2;
      let from = top;
      let to = bottom;
      let mix = blend;
      if (radius < 0.012) mix = 0;
      else if (radius < 0.11) from = to = label;
      else if (radius < 0.33) {
        from = to = VINYL;
        const angle = Math.atan2(y - centreY, x - centreX);
        shade += 6 * Math.sin(radius * 700) + 26 * Math.max(0, Math.cos(2 * angle - 1)) ** 8;
      }
      for (let part = 0; part < 3; part++) {
        const start = from[part] ?? 0;
        pixels[offset + part] = start + ((to[part] ?? 0) - start) * mix + shade;
      }
      pixels[offset + 3] = 255;
      offset += 4;
    }
  }
  return pixels;
}
