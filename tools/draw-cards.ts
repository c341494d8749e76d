import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openSync } from "fontkit";
import sharp from "sharp";
import { ringPath, ringWobble, seededNumbers } from "../app/domain/media/wood-rings";
import { PREVIEW_SIDE } from "../app/domain/uploads/preview";
import { ARTWORK_PLACEHOLDER_PATH } from "../app/reference/pages/page-pictures";
import { cards } from "../app/reference/pages/share-cards";

const OUTPUT_DIR = "public/cards";
const FONT = "public/fonts/instrument-serif-latin-400.woff2";
const TOKENS = "app/ui/theme/tokens.css";

/** The size in the pages' meta tags. */
const [WIDTH, HEIGHT] = [1200, 630] as const;
const [LEFT, SIZE, LINE, MAX_WIDTH] = [72, 104, 108, 620] as const;

/** Reads the light palette, by its names in the style sheets. */
function loadPalette(): (name: string) => string {
  const [light = ""] = readFileSync(TOKENS, "utf8").split("@media");
  return (name) => {
    const [, colour] = new RegExp(`--${name}: (#\\w+);`).exec(light) ?? [];
    if (!colour) throw new Error(`${TOKENS} has no colour --${name}.`);
    return colour;
  };
}

interface Letters {
  /** The width of a text in pixels. */
  widthOf: (text: string) => number;
  /** A text as paths with the baseline at `y`, so that drawing it needs no font. */
  draw: (text: string, y: number) => string;
}

/** Loads the letters of our display font. */
function loadLetters(): Letters {
  const font = openSync(FONT);
  if (!("layout" in font)) throw new Error(`${FONT} holds several fonts.`);
  const scale = SIZE / font.unitsPerEm;
  return {
    widthOf: (text) => font.layout(text).advanceWidth * scale,
    draw: (text, y) => {
      let x = 0;
      const { glyphs, positions } = font.layout(text);
      const parts = glyphs.map((glyph, n) => {
        const path = `<path transform="translate(${x} 0)" d="${glyph.path.toSVG()}"/>`;
        x += positions[n]?.xAdvance ?? glyph.advanceWidth;
        return path;
      });
      return `<g transform="translate(${LEFT} ${y}) scale(${scale} ${-scale})">${parts.join("")}</g>`;
    },
  };
}

/** Breaks a title into lines that fit beside the record. */
function breakLines(title: string, { widthOf }: Letters): string[] {
  const lines: string[] = [];
  for (const word of title.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length === 0 || widthOf(longer) > MAX_WIDTH) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** Draws the record at the right edge, seeded by a title. */
function drawRecord(seed: string, colour: (name: string) => string): string {
  const random = seededNumbers(seed);
  const wobble = ringWobble(random).map((factor) => factor * 0.9);
  const centre = [1010, 330] as const;
  const path = (radius: number, attributes: string) =>
    `<path d="${ringPath(centre, radius, wobble)}" ${attributes}/>`;
  const parts = [
    path(352, `fill="${colour("sleeve-deep")}"`),
    path(338, `fill="${colour("sleeve")}"`),
  ];
  for (let radius = 144; radius < 328; radius += 5 + random() * 9) {
    const width = random() > 0.8 ? 3 : 1.2;
    parts.push(
      path(radius, `fill="none" stroke="${colour("sleeve-line")}" stroke-width="${width}"`),
    );
  }
  const circle = (r: number, name: string) =>
    `<circle cx="${centre[0]}" cy="${centre[1]}" r="${r}" fill="${colour(name)}"/>`;
  return parts.join("") + circle(118, "paper") + circle(9, "sleeve-deep");
}

/** Draws the wood beside short pages: only its rings, as the page has the colour under them. */
function drawWood(colour: (name: string) => string): string {
  const random = seededNumbers("beside");
  const wobble = ringWobble(random);
  const rings: string[] = [];
  for (let radius = 60; radius < 1_000; radius += 14 + random() * 26)
    rings.push(
      `<path d="${ringPath([470, 640], radius, wobble)}" stroke-width="${random() > 0.75 ? 4 : 1.6}"/>`,
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 900"><g fill="none" stroke="${colour("sleeve-line")}">${rings.join("")}</g><circle cx="470" cy="640" r="36" fill="${colour("sleeve-deep")}"/></svg>`;
}

/** Draws the placeholder for artwork, as large as a preview, in the light palette. */
function drawSleevePicture(colour: (name: string) => string): string {
  const random = seededNumbers("sleeve");
  const wobble = ringWobble(random);
  const centre = [300, 285] as const;
  const rings: string[] = [];
  for (let radius = 46; radius < 460; radius += 9 + random() * 20)
    rings.push(
      `<path d="${ringPath(centre, radius, wobble, 0.86)}" stroke-width="${random() > 0.75 ? 3 : 1.25}"/>`,
    );
  const circle = (r: number, name: string) =>
    `<circle cx="${centre[0]}" cy="${centre[1]}" r="${r}" fill="${colour(name)}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_SIDE}" height="${PREVIEW_SIDE}" viewBox="0 0 400 400"><rect width="400" height="400" fill="${colour("sleeve")}"/><g fill="none" stroke="${colour("sleeve-line")}">${rings.join("")}</g>${circle(26, "sleeve-deep")}${circle(4, "paper")}</svg>`;
}

/**
 * Draws the card that social sites show for each page, to `public/cards/{name}.png`, the icons of an
 * installed portal, the wood beside short pages, and the placeholder for artwork.
 */
export async function drawCards(): Promise<void> {
  rmSync(OUTPUT_DIR, { recursive: true, force: true });
  mkdirSync(OUTPUT_DIR, { recursive: true });
  const [colour, face] = [loadPalette(), loadLetters()];
  for (const [name, title] of Object.entries(cards)) {
    const lines = breakLines(title, face);
    const first = HEIGHT / 2 - ((lines.length - 1) * LINE) / 2 + SIZE / 3;
    const words = lines.map((line, n) => face.draw(line, first + n * LINE)).join("");
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
      <rect width="${WIDTH}" height="${HEIGHT}" fill="${colour("paper")}"/>
      ${drawRecord(title, colour)}<g fill="${colour("ink")}">${words}</g></svg>`;
    await sharp(Buffer.from(svg))
      .png({ palette: true })
      .toFile(join(OUTPUT_DIR, `${name}.png`));
  }
  writeFileSync(join(OUTPUT_DIR, "wood.svg"), drawWood(colour));
  await sharp(Buffer.from(drawSleevePicture(colour)))
    .png({ palette: true })
    .toFile(join("public", ARTWORK_PLACEHOLDER_PATH));
  // A test asks whether the cards have the pages' titles.
  writeFileSync("tools/drawn-titles.json", `${JSON.stringify(cards, null, 2)}\n`);
  const background = colour("paper");
  // A maskable icon is cropped by phones; only its middle four fifths are safe.
  for (const [name, side, inner] of [
    ["icon-180", 180, 180],
    ["icon-192", 192, 192],
    ["icon-512", 512, 512],
    ["icon-maskable-512", 512, 400],
  ] as const) {
    const edge = (side - inner) / 2;
    await sharp("public/icon.svg", { density: 72 * (inner / 32) })
      .resize(inner, inner)
      .extend({ top: edge, bottom: edge, left: edge, right: edge, background })
      .flatten({ background })
      .png({ palette: true })
      .toFile(join(OUTPUT_DIR, `${name}.png`));
  }
}
