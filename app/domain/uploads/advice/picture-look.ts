/** Red, green, blue and alpha of each pixel, row by row, as a canvas gives them. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

type Colour = readonly [number, number, number];
type Side = "top" | "right" | "bottom" | "left";
const SIDES = ["top", "right", "bottom", "left"] as const;

/** A border is at least this part of the side; less is a line that belongs to the picture. */
const MIN_BORDER = 0.015;
/** More is a plain background, all around the picture. */
const MAX_FRAME = 0.15;
/** Bars at two sides alone may be deeper, as of a film still in a square. */
const MAX_BARS = 0.3;
/** Of 255: colours that differ by less are the same to the eye, also after JPEG. */
const SAME_COLOUR = 14;
/** The picture stands out from its border by more. */
const OTHER_COLOUR = 28;
/** This part of a line must be of the border's colour, or of another one. */
const MOST_OF_LINE = 0.98;
const EDGE_OF_PICTURE = 0.6;

function colourAt({ data, width }: Pixels, x: number, y: number): Colour {
  const at = (y * width + x) * 4;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

const difference = (one: Colour, other: Colour) =>
  Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1]), Math.abs(one[2] - other[2]));

/** The line of pixels that is `depth` pixels away from a side, without `trim` pixels at each end. */
function lineAt(pixels: Pixels, side: Side, depth: number, trim = 0): Colour[] {
  const { width, height } = pixels;
  const isRow = side === "top" || side === "bottom";
  const length = isRow ? width : height;
  const across = side === "top" || side === "left" ? depth : (isRow ? height : width) - 1 - depth;
  const line: Colour[] = [];
  for (let along = trim; along < length - trim; along++)
    line.push(isRow ? colourAt(pixels, along, across) : colourAt(pixels, across, along));
  return line;
}

const shareOf = (line: readonly Colour[], matches: (colour: Colour) => boolean) =>
  line.length === 0 ? 0 : line.filter(matches).length / line.length;

/** How many pixels from a side have its colour, and whether the picture begins there at once. */
function measureSide(pixels: Pixels, side: Side) {
  const isRow = side === "top" || side === "bottom";
  const size = isRow ? pixels.height : pixels.width;
  const colour = lineAt(pixels, side, 0)[Math.floor(size / 2)] ?? [0, 0, 0];
  const isSame = (other: Colour) => difference(colour, other) < SAME_COLOUR;
  const deepest = Math.ceil(size * MAX_BARS);
  let depth = 0;
  while (depth <= deepest && shareOf(lineAt(pixels, side, depth), isSame) >= MOST_OF_LINE) depth++;
  const isWithin = depth >= size * MIN_BORDER && depth <= deepest;
  // One pixel further, since scaling mixes the colours on the edge itself.
  const inner = lineAt(pixels, side, depth + 1, depth + 1);
  const stepsOff = (other: Colour) => difference(colour, other) > OTHER_COLOUR;
  return {
    colour,
    isPlain: depth > 0,
    isDeep: depth > size * MAX_FRAME,
    isBorder: isWithin && shareOf(inner, stepsOff) >= EDGE_OF_PICTURE,
  };
}

/**
 * Whether one colour frames the picture, or stands in bars at two opposite sides. A plain background
 * is none, since what stands on it does not begin along a whole line.
 * @param pixels of the whole picture, some hundred pixels wide.
 */
export function hasBorder(pixels: Pixels): boolean {
  const sides = SIDES.map((side) => measureSide(pixels, side));
  const isPair = (one: number, other: number) => {
    const [first, second] = [sides[one], sides[other]];
    if (!first?.isBorder || !second?.isBorder) return false;
    const others = sides.filter((side) => side !== first && side !== second);
    if ((first.isDeep || second.isDeep) && others.some(({ isPlain }) => isPlain)) return false;
    return difference(first.colour, second.colour) < OTHER_COLOUR;
  };
  return isPair(0, 2) || isPair(1, 3);
}

/** In pixels to each side: within it lie both ends of an edge that is sharp enough. */
const EDGE_REACH = 8;
/** Of 255: weaker edges say nothing, as in a soft gradient. */
const MIN_CONTRAST = 60;
/** Fewer edges say nothing either, as in a plain design. */
const MIN_EDGES = 200;
/** An edge that is drawn out over five pixels or more has less than this in its steepest one. */
const MIN_SHARPNESS = 0.2;
/** The sharpest edges decide: a photo may have much that is out of focus. */
const SHARPEST = 0.95;

const brightness = ([red, green, blue]: Colour) => 0.299 * red + 0.587 * green + 0.114 * blue;

/** In pixels: each edge has its steepest step in the middle of one of the parts that are looked at. */
const PART_STEP = 4;

/** The steepness of each clear edge of a row: the largest step in it, as a part of its contrast. */
function edgesOfRow(row: readonly number[]): number[] {
  const edges: number[] = [];
  for (let x = EDGE_REACH; x + EDGE_REACH < row.length; x += PART_STEP) {
    const part = row.slice(x - EDGE_REACH, x + EDGE_REACH + 1);
    const contrast = Math.max(...part) - Math.min(...part);
    if (contrast < MIN_CONTRAST) continue;
    const steps = part.slice(1).map((value, index) => Math.abs(value - (part[index] ?? value)));
    const steepest = Math.max(...steps);
    // Elsewhere the edge goes on outside of this part, which would make it look steeper.
    const isInMiddle = Math.abs(steps.indexOf(steepest) + 0.5 - EDGE_REACH) < PART_STEP / 2;
    if (isInMiddle) edges.push(steepest / contrast);
  }
  return edges;
}

/**
 * Whether even the sharpest edges of a picture are soft: it is out of focus, or was enlarged.
 * @param tiles parts of the picture in its full size.
 */
export function isBlurred(tiles: readonly Pixels[]): boolean {
  const edges: number[] = [];
  for (const tile of tiles)
    for (let y = 0; y < tile.height; y++)
      edges.push(...edgesOfRow(lineAt(tile, "top", y).map(brightness)));
  if (edges.length < MIN_EDGES) return false;
  edges.sort((one, other) => one - other);
  return (edges[Math.floor(edges.length * SHARPEST)] ?? 1) < MIN_SHARPNESS;
}
