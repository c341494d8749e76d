import type { ArtworkFindings } from "./artwork-findings";
import type { CachedReader } from "./range-reader";

/** A piece of a file: where it begins, and how long it is. */
export interface Body {
  at: number;
  bytes: number;
}

export interface ExifTurn {
  orientation: number;
  orientationAt: number | null;
}

/** The colour space an embedded profile is for. */
export type ProfileSpace = NonNullable<ArtworkFindings["profile"]>;

const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
/** From here on the picture is stored on its side. */
const LYING = 5;
const EXIF_MARK = "Exif\0\0";

const SPACES = new Map<string, ProfileSpace>([
  ["RGB ", "rgb"],
  ["CMYK", "cmyk"],
  ["GRAY", "grey"],
]);

export function readText(view: DataView, at: number, length: number): string {
  return Array.from({ length }, (_, i) => String.fromCharCode(view.getUint8(at + i))).join("");
}

/** The orientation in EXIF data: a TIFF file (ISO 12234-2), which six bytes may precede. */
export async function readExifTurn(
  reader: CachedReader,
  { at: start, bytes }: Body,
): Promise<ExifTurn | undefined> {
  const mark = bytes >= 14 ? await reader.at(start, 6) : undefined;
  if (!mark) return undefined;
  const at = readText(mark, 0, 6) === EXIF_MARK ? start + 6 : start;
  const head = await reader.at(at, 8);
  const order = head && readText(head, 0, 2);
  if (!head || (order !== "II" && order !== "MM")) return undefined;
  const little = order === "II";

  const end = start + bytes;
  const directory = at + head.getUint32(4, little);
  const count = directory + 2 <= end ? await reader.at(directory, 2) : undefined;
  if (!count) return undefined;
  const entries = Math.min(count.getUint16(0, little), Math.floor((end - directory - 2) / 12));
  for (let index = 0; index < entries; index++) {
    const entry = await reader.at(directory + 2 + index * 12, 12);
    if (entry?.getUint16(0, little) !== ORIENTATION_TAG) continue;
    const value = entry.getUint16(8, little);
    const isValid = entry.getUint16(2, little) === SHORT && value >= 1 && value <= 8;
    const valueAt = directory + 2 + index * 12 + 8;
    return isValid
      ? { orientation: value, orientationAt: little ? valueAt : valueAt + 1 }
      : undefined;
  }
  return undefined;
}

/** The colour space that the header of an ICC profile names. */
export async function readProfileSpace(
  reader: CachedReader,
  { at, bytes }: Body,
): Promise<ProfileSpace | undefined> {
  const head = bytes >= 20 ? await reader.at(at + 16, 4) : undefined;
  return head && (SPACES.get(readText(head, 0, 4)) ?? "other");
}

/** Sides and turn of a picture as it is shown. */
export function turned(
  { width, height }: { width: number; height: number },
  turn: ExifTurn | undefined,
) {
  const { orientation = 1, orientationAt = null } = turn ?? {};
  const sides = orientation >= LYING ? { width: height, height: width } : { width, height };
  return { ...sides, orientation, orientationAt };
}
