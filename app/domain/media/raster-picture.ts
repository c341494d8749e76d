import type { RasterFindings } from "./artwork-findings";
import type { ChunkVisitor } from "./picture-chunks";
import {
  type ExifTurn,
  type ProfileSpace,
  readExifTurn,
  readProfileSpace,
  turned,
} from "./picture-metadata";
import { structureProblem } from "./picture-structure";
import type { CachedReader, RangeReader } from "./range-reader";

interface Raster {
  size?: { width: number; height: number };
  components: number;
  animated: boolean;
  turn?: ExifTurn;
  profile?: ProfileSpace;
}

type RasterResult =
  | { ok: true; animated: boolean; findings: RasterFindings }
  | { ok: false; reason: "malformed" | "truncated" };

/** Reads a PNG or WebP file with the metadata that change how it looks; pixels are not decoded. `size` is in bytes. */
export async function readRaster(
  kind: "png" | "webp",
  readRange: RangeReader,
  size: number,
): Promise<RasterResult> {
  const raster: Raster = { components: 3, animated: false };
  const visitor = kind === "png" ? pngVisitor : webpVisitor;
  const reason = await structureProblem(kind, readRange, size, (reader) => visitor(reader, raster));
  if (reason || !raster.size) return { ok: false, reason: reason ?? "malformed" };
  const { components, profile = null, animated, turn } = raster;
  return { ok: true, animated, findings: { ...turned(raster.size, turn), components, profile } };
}

/** A note that cannot be written anew where it stands: a PNG has a checksum behind it. */
const unchangeable = (turn: ExifTurn | undefined): ExifTurn | undefined =>
  turn && { ...turn, orientationAt: null };

/** The colour types without colour (ISO 15948, 11.2.2). */
const GREY_TYPES = [0, 4];

/** A PNG's profile is of its own colour space (ISO 15948, 11.3.3.3), so its packed header needs no reading. */
function pngVisitor(reader: CachedReader, raster: Raster): ChunkVisitor {
  let hasPixels = false;
  return async (type, body) => {
    if (type === "IHDR") {
      const header = await reader.at(body.at, 10);
      if (!header) return;
      raster.size = { width: header.getUint32(0), height: header.getUint32(4) };
      if (GREY_TYPES.includes(header.getUint8(9))) raster.components = 1;
    }
    if (type === "IDAT") hasPixels = true;
    if (type === "acTL" && !hasPixels) raster.animated = true;
    if (type === "eXIf") raster.turn ??= unchangeable(await readExifTurn(reader, body));
    if (["iCCP", "sRGB", "cICP"].includes(type) && !hasPixels)
      raster.profile ??= raster.components === 1 ? "grey" : "rgb";
  };
}

/** The size is in the first chunk, of which there are three kinds (RFC 9649). */
function webpVisitor(reader: CachedReader, raster: Raster): ChunkVisitor {
  return async (type, body) => {
    if (type === "ICCP") raster.profile ??= await readProfileSpace(reader, body);
    if (type === "EXIF") raster.turn ??= await readExifTurn(reader, body);
    if (type !== "VP8X" && type !== "VP8L" && type !== "VP8 ") return;
    const head = await reader.at(body.at, Math.min(body.bytes, 10));
    if (!head || head.byteLength < (type === "VP8L" ? 5 : 10)) return;
    if (type === "VP8X") raster.animated = (head.getUint8(0) & 0x02) !== 0;
    raster.size ??= readWebpSize(type, head);
  };
}

function readWebpSize(type: "VP8X" | "VP8L" | "VP8 ", head: DataView) {
  if (type === "VP8L") {
    const bits = head.getUint32(1, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (type === "VP8 ")
    return { width: head.getUint16(6, true) & 0x3fff, height: head.getUint16(8, true) & 0x3fff };
  const readSide = (at: number) => head.getUint16(at, true) + (head.getUint8(at + 2) << 16) + 1;
  return { width: readSide(4), height: readSide(7) };
}
