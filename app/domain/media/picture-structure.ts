import { type ChunkVisitor, visitLateChunks } from "./picture-chunks";
import { readText } from "./picture-metadata";
import { walkPng } from "./png-structure";
import { type CachedReader, createCachedReader, type RangeReader } from "./range-reader";
import type { PictureKind } from "./sniff";

/** JPEG has its own reader. */
type Kind = Exclude<PictureKind, "jpeg">;
type StructureProblem = "malformed" | "truncated";
/** Undefined if the picture is complete. */
type StructureResult = StructureProblem | undefined;

const MAX_READS = 400;
const MAX_CHUNKS = 10_000;

/**
 * Checks a picture's structure: a header with a size, and coded pixels, all within the file. Pixels are not
 * decoded.
 * @param visitor of the chunks of a PNG or WebP.
 * @returns undefined if it is valid.
 */
export async function structureProblem(
  kind: Kind,
  readRange: RangeReader,
  size: number,
  visitor?: (reader: CachedReader) => ChunkVisitor,
): Promise<StructureResult> {
  const reader = createCachedReader(readRange, size, MAX_READS);
  if (kind === "png") return walkPng(reader, size, visitor?.(reader));
  if (kind === "gif") return walkGif(reader);
  if (kind === "webp") return walkWebp(reader, size, visitor?.(reader));
  return walkBoxes(reader, size);
}

const readName = (view: DataView, at: number) => readText(view, at, 4);

/** GIF89a: a screen, and at least one image with its blocks. */
async function walkGif(reader: CachedReader): Promise<StructureResult> {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const screen = await reader.at(0, 13);
  if (!screen) return "truncated";
  let position = 13 + tableBytes(screen.getUint8(10));

  /**
   * Skips blocks of up to 255 bytes, many per read, since a picture may have millions.
   * @returns their bytes, or undefined if the file ends early.
   */
  async function skipBlocks(): Promise<number | undefined> {
    let bytes = 0;
    for (;;) {
      const chunk = await reader.rest(position);
      if (!chunk) return undefined;
      let at = 0;
      while (at < chunk.length) {
        const length = chunk[at] ?? 0;
        at += 1 + length;
        bytes += length;
        if (length === 0) {
          position += at;
          return bytes;
        }
      }
      position += at;
    }
  }

  for (let count = 0; count < MAX_CHUNKS; count++) {
    const blockType = (await reader.at(position, 1))?.getUint8(0);
    if (blockType === undefined) return "truncated";
    if (blockType === 0x21) {
      position += 2;
      if ((await skipBlocks()) === undefined) return "truncated";
      continue;
    }
    if (blockType !== 0x2c) return "malformed";
    const image = await reader.at(position, 10);
    if (!image) return "truncated";
    if (image.getUint16(5, true) === 0 || image.getUint16(7, true) === 0) return "malformed";
    position += 10 + tableBytes(image.getUint8(9));
    const codeSize = (await reader.at(position, 1))?.getUint8(0);
    if (codeSize === undefined) return "truncated";
    if (codeSize < 1 || codeSize > 11) return "malformed";
    position += 1;
    const bytes = await skipBlocks();
    if (bytes === undefined) return "truncated";
    return bytes > 0 ? undefined : "malformed";
  }
  return "malformed";
}

/** WebP (RFC 9649): a lossy or lossless image, or frames of them behind an extended header. */
async function walkWebp(
  reader: CachedReader,
  size: number,
  visit?: ChunkVisitor,
): Promise<StructureResult> {
  const outer = await reader.at(4, 4);
  const end = outer && outer.getUint32(0, true) + 8;
  if (end === undefined || end > size) return "truncated";
  let position = 12;
  for (let count = 0; count < MAX_CHUNKS; count++) {
    const head = await reader.at(position, 8);
    if (!head) return "truncated";
    const { type, bytes: length, behind } = readWebpHead(head);
    const body = position + 8;
    const next = body + length + behind;
    // Nothing after the stated end is read.
    if (body + length > end) return body + length > size ? "truncated" : "malformed";
    if (type === "VP8 " || type === "VP8L" || type === "ANMF") {
      const start = await reader.at(body, Math.min(length, 10));
      if (!start || !isWebpImage(type, start)) return "malformed";
      await visit?.(type, { at: body, bytes: length });
      // The EXIF chunk of a still image comes behind its pixels.
      if (visit && type !== "ANMF") await visitLateChunks(reader, next, visit, readWebpHead);
      return undefined;
    }
    if (count === 0 && type !== "VP8X") return "malformed";
    await visit?.(type, { at: body, bytes: length });
    position = next;
  }
  return "malformed";
}

function readWebpHead(head: DataView) {
  const bytes = head.getUint32(4, true);
  return { type: readName(head, 0), bytes, behind: bytes % 2 };
}

function isWebpImage(type: string, start: DataView): boolean {
  if (type === "ANMF") return start.byteLength === 10;
  if (type === "VP8L") return start.byteLength >= 5 && start.getUint8(0) === 0x2f;
  if (start.byteLength < 10 || (start.getUint8(0) & 1) === 1) return false;
  const hasSize =
    (start.getUint16(6, true) & 0x3fff) > 0 && (start.getUint16(8, true) & 0x3fff) > 0;
  return hasSize && start.getUint16(3) === 0x9d01 && start.getUint8(5) === 0x2a;
}

/** HEIC and AVIF (ISO 23008-12): a meta box, or the moov of a film, and media data. */
async function walkBoxes(reader: CachedReader, size: number): Promise<StructureResult> {
  let isDescribed = false;
  let hasData = false;
  let position = 0;
  // A file has one meta box (ISO 23008-12, section 10.2.1); further ones are ignored.
  let meta: DataView | undefined;
  for (let count = 0; position < size; count++) {
    const head = count < MAX_CHUNKS ? await reader.at(position, 8) : undefined;
    if (!head) return "truncated";
    const type = readName(head, 4);
    let length = head.getUint32(0);
    if (length === 0) length = size - position;
    if (length === 1) length = Number((await reader.at(position + 8, 8))?.getBigUint64(0) ?? 0);
    if (length < 8) return "malformed";
    if (position + length > size) return "truncated";
    if (type === "meta" && !meta) {
      meta = await reader.at(position, Math.min(length, 65_536));
      if (!meta) return "truncated";
      isDescribed ||= describesPicture(meta);
      hasData ||= containsType(meta, "idat");
    }
    if (type === "moov") isDescribed = true;
    if (type === "mdat") hasData ||= length > 8;
    position += length;
  }
  return isDescribed && hasData ? undefined : "malformed";
}

function describesPicture(meta: DataView): boolean {
  return ["hdlr", "pict", "iloc", "iprp", "ispe"].every((type) => containsType(meta, type));
}

function containsType(view: DataView, type: string): boolean {
  const code = [...type].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);
  for (let at = 8; at + 4 <= view.byteLength; at++) if (view.getUint32(at) === code) return true;
  return false;
}
