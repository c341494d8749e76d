import { expect, test } from "vitest";
import { hasBorder, isBlurred, type Pixels } from "./picture-look";

type Paint = (x: number, y: number) => number | readonly [number, number, number];

/** A picture of a function's grey values or colours. */
function paint(side: number, colourOf: Paint): Pixels {
  const data = new Uint8ClampedArray(side * side * 4);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const colour = colourOf(x, y);
      const [red, green, blue] = typeof colour === "number" ? [colour, colour, colour] : colour;
      data.set([red, green, blue, 255], (y * side + x) * 4);
    }
  return { data, width: side, height: side };
}

/** The same pseudo-random value for the same place. */
const noiseAt = (x: number, y: number) => {
  const value = Math.sin(x * 12.9898 + y * 78.233) * 43_758.5453;
  return (value - Math.floor(value)) * 255;
};
const photo: Paint = (x, y) => [
  (noiseAt(Math.floor(x / 7), Math.floor(y / 5)) + x / 2) % 255,
  noiseAt(Math.floor(x / 9), Math.floor(y / 11)),
  (noiseAt(x, y) + y) % 255,
];

/** A picture behind a frame of a part of its side. */
const framed =
  (side: number, part: number, colour: number, inner: Paint = photo): Paint =>
  (x, y) => {
    const width = Math.round(side * part);
    const isFrame = x < width || y < width || x >= side - width || y >= side - width;
    return isFrame ? colour : inner(x, y);
  };
const circle =
  (side: number, radius: number): Paint =>
  (x, y) =>
    Math.hypot(x - side / 2, y - side / 2) < radius ? 30 : 240;

test.each<[string, Paint]>([
  ["a white frame", framed(400, 0.04, 255)],
  ["a black frame", framed(400, 0.08, 0)],
  [
    "a frame with the noise of a JPEG",
    (x, y) => framed(400, 0.05, 240 + (noiseAt(x, y) % 6))(x, y),
  ],
  ["bars above and below", (x, y) => (y < 30 || y >= 370 ? 0 : photo(x, y))],
  ["a film still with deep bars", (x, y) => (y < 88 || y >= 312 ? 0 : photo(x, y))],
  ["bars at the left and the right", (x, y) => (x < 20 || x >= 380 ? 255 : photo(x, y))],
])("%s is a border", (_, colourOf) => {
  expect(hasBorder(paint(400, colourOf))).toBe(true);
});

test.each<[string, Paint]>([
  ["a photo", photo],
  ["one colour", () => 200],
  ["a circle on a plain background", circle(400, 150)],
  ["a circle that all but touches the sides", circle(400, 192)],
  ["a soft gradient", (x, y) => (x + y) / 4],
  ["a dark picture that grows lighter inwards", (x, y) => Math.min(x, y, 399 - x, 399 - y)],
  ["a line of one pixel", framed(400, 0.0025, 255)],
  ["a frame of one part in a hundred", framed(400, 0.01, 255)],
  ["a wide plain background", framed(400, 0.3, 255)],
  ["a bar at one side only", (x, y) => (y < 30 ? 0 : photo(x, y))],
  ["two bars of different colours", (x, y) => (y < 30 ? 0 : y >= 370 ? 255 : photo(x, y))],
])("%s is no border", (_, colourOf) => {
  expect(hasBorder(paint(400, colourOf))).toBe(false);
});

/** A picture that was enlarged: colours between two pixels are mixed. */
const enlarged =
  (times: number, original: (x: number, y: number) => number): Paint =>
  (x, y) => {
    const [left, top] = [Math.floor(x / times), Math.floor(y / times)];
    const [right, down] = [x / times - left, y / times - top];
    const upper = original(left, top) * (1 - right) + original(left + 1, top) * right;
    const lower = original(left, top + 1) * (1 - right) + original(left + 1, top + 1) * right;
    return upper * (1 - down) + lower * down;
  };
const checks = (size: number) => (x: number, y: number) =>
  (Math.floor(x / size) + Math.floor(y / size)) % 2 === 0 ? 20 : 230;

test.each<[string, Paint]>([
  ["a small picture made ten times larger", enlarged(10, noiseAt)],
  ["sharp shapes made eight times larger", enlarged(8, checks(3))],
  ["a picture made six times larger", enlarged(6, noiseAt)],
])("%s is blurred", (_, colourOf) => {
  expect(isBlurred([paint(200, colourOf)])).toBe(true);
});

test.each<[string, Paint]>([
  ["noise", noiseAt],
  ["line art", checks(25)],
  ["a photo that is a little soft", enlarged(3, noiseAt)],
  ["a picture made four times larger", enlarged(4, noiseAt)],
  ["one colour", () => 120],
  ["a soft gradient", (x) => x],
  [
    "a picture that is sharp in one part only",
    (x, y) => (y < 40 ? checks(9)(x, y) : enlarged(10, noiseAt)(x, y)),
  ],
])("%s is not blurred", (_, colourOf) => {
  expect(isBlurred([paint(200, colourOf)])).toBe(false);
});
