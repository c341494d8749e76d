import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import {
  type ImageSize,
  imageFormats,
  imageSizes,
  MAPPING_PATH,
} from "../../app/reference/image-mapping";
import { homePicture } from "../../app/reference/pages/page-pictures";
import { drawGrooves } from "./draw-grooves";

const ORIGINALS = "public/files/originals";
const OPTIMIZED = "public/files/optimized";
const MAPPING = join("public", MAPPING_PATH);

/** Low qualities suffice, as the pictures are soft. */
const QUALITY = { avif: 45, webp: 55, jpeg: 80 } as const;

/** A hash of everything that the pictures depend on, for file names that can be cached for ever. */
function sourceFingerprint(): string {
  const sources = ["draw-grooves.ts", "optimize-images.ts", "../../app/domain/media/wood-rings.ts"];
  const hash = createHash("sha256").update(JSON.stringify([imageSizes, sharp.versions]));
  for (const source of sources) hash.update(readFileSync(join(import.meta.dirname, source)));
  return hash.digest("hex").slice(0, 8);
}

/**
 * Draws the pictures of the public pages in all sizes and formats, and writes the mapping for the pages.
 * Does nothing where they are up to date.
 */
export async function optimizeImages(): Promise<void> {
  const fingerprint = sourceFingerprint();
  if (existsSync(MAPPING) && readFileSync(MAPPING, "utf8").includes(`-${fingerprint}.`)) return;
  for (const folder of [ORIGINALS, OPTIMIZED]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const { name, seed, width, height } = homePicture;
  const pixels = drawGrooves(seed, width, height);
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
  // Written last, so that an interrupted build is repeated.
  writeFileSync(MAPPING, `${JSON.stringify({ [name]: variants }, null, 2)}\n`);
}
