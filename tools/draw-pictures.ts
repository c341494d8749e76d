/**
 * Draws the pictures that are in the repository: `npx tsx tools/draw-pictures.ts`, after a change of a
 * page's title, of the palette or of what draws them.
 */
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import {
  type ImageSize,
  imageFormats,
  imageSizes,
  MAPPING_PATH,
} from "../app/reference/image-mapping";
import { homePicture } from "../app/reference/pages/page-pictures";
import { sleeveJpeg } from "../tests/fixtures/sleeve";
import { drawCards } from "./draw-cards";
import { drawGrooves } from "./draw-grooves";

const ORIGINALS = "public/files/originals";
const OPTIMIZED = "public/files/optimized";

/** Low qualities suffice, as the pictures are soft. */
const QUALITY = { avif: 45, webp: 55, jpeg: 80 } as const;

/** Draws the home page's picture in all sizes and formats, with the mapping for the pages. */
async function drawHomePicture(): Promise<void> {
  for (const folder of [ORIGINALS, OPTIMIZED]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const { name, seed, width, height } = homePicture;
  const pixels = drawGrooves(seed, width, height);
  // In the file names, which browsers cache for ever.
  const fingerprint = createHash("sha256").update(pixels).digest("hex").slice(0, 8);
  const picture = () => sharp(pixels, { raw: { width, height, channels: 3 } });
  await picture().jpeg({ quality: QUALITY.jpeg, mozjpeg: true }).toFile(join(ORIGINALS, name));
  const stem = name.replace(/\.\w+$/, "");
  const variants: Partial<Record<ImageSize, Record<string, string>>> = {};
  for (const size of Object.keys(imageSizes) as ImageSize[]) {
    const paths: Record<string, string> = {};
    for (const format of imageFormats) {
      const file = `${stem}-${size}-${fingerprint}.${format}`;
      const smaller = picture().resize(imageSizes[size]);
      await smaller[format]({ quality: QUALITY[format] }).toFile(join(OPTIMIZED, file));
      paths[format] = `/files/optimized/${file}`;
    }
    variants[size] = paths;
  }
  writeFileSync(join("public", MAPPING_PATH), `${JSON.stringify({ [name]: variants }, null, 2)}\n`);
}

/** Draws the covers of the demo artist's releases. */
async function drawDemoCovers(): Promise<void> {
  const folder = "workers/cli/demo-covers";
  mkdirSync(folder, { recursive: true });
  for (const seed of [1, 2, 3, 4]) {
    const cover = sharp(sleeveJpeg({ width: 650, height: 650, seed, quality: 95 }));
    await cover.jpeg({ quality: 70, mozjpeg: true }).toFile(join(folder, `${seed}.jpg`));
  }
}

await drawCards();
await drawHomePicture();
await drawDemoCovers();
