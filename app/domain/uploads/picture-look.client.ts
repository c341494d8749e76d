import { hasBorder, isBlurred, type PictureLook, type Pixels } from "./advice/picture-look";

/** In pixels: enough to see a border. */
const SMALL_SIDE = 400;
/** In pixels: the parts of the picture that are looked at in full size, three in a row. */
const TILE_SIDE = 200;
const TILES_IN_ROW = 3;
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

function* tilesOf(picture: ImageBitmap): Generator<Pixels> {
  const stepX = (picture.width - TILE_SIDE) / (TILES_IN_ROW - 1);
  const stepY = (picture.height - TILE_SIDE) / (TILES_IN_ROW - 1);
  for (let row = 0; row < TILES_IN_ROW; row++)
    for (let column = 0; column < TILES_IN_ROW; column++) {
      const corner = [Math.round(column * stepX), Math.round(row * stepY)] as const;
      yield draw(picture, [...corner, TILE_SIDE, TILE_SIDE], TILE_SIDE, TILE_SIDE);
    }
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
    if (isLarge && isBlurred([...tilesOf(picture)])) look.push("blurred");
    picture.close();
    return look;
  } catch {
    // Not a picture for this browser, or too large.
    return undefined;
  }
}
