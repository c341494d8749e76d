import { hasBorder, isBlurred, type Pixels } from "./advice/picture-look";
import type { PictureLook } from "./probe";

/** In pixels: enough to see a border. */
const SMALL_SIDE = 400;
/** Every so many rows are looked at in full size, so that a small sharp part is not missed. */
const ROW_STEP = 24;
/** In pixels: smaller pictures are told to be small, and their edges say little. */
const MIN_SIDE = 1_000;

type Part = readonly [x: number, y: number, width: number, height: number];

function draw(picture: ImageBitmap, part: Part, width: number, height: number): Pixels {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("No canvas");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, ...part, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

function* rowsOf(picture: ImageBitmap): Generator<Pixels> {
  const { width, height } = picture;
  for (let y = 0; y < height; y += ROW_STEP) yield draw(picture, [0, y, width, 1], width, 1);
}

/** What a chosen picture looks like; undefined where this browser cannot show it. */
export async function measureLook(file: Blob): Promise<PictureLook | undefined> {
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    const scale = SMALL_SIDE / Math.max(width, height, SMALL_SIDE);
    const small = draw(
      picture,
      [0, 0, width, height],
      Math.max(1, Math.round(width * scale)),
      Math.max(1, Math.round(height * scale)),
    );
    const isLarge = Math.min(width, height) >= MIN_SIDE;
    const look: PictureLook = [];
    if (hasBorder(small)) look.push("border");
    if (isLarge && isBlurred([...rowsOf(picture)])) look.push("blurred");
    picture.close();
    return look;
  } catch {
    // Not a picture for this browser, or too large.
    return undefined;
  }
}
