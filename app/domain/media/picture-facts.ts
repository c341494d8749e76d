import { readArtwork } from "./artwork";
import type { ArtworkFindings } from "./artwork-findings";
import { structureProblem } from "./picture-structure";
import { bytesReader } from "./range-reader";
import { type FileKind, SNIFF_BYTES, sniff } from "./sniff";

type Turn = Pick<ArtworkFindings, "orientation" | "orientationAt">;

/** Size as shown, animation and turn of a picture, or why it cannot be shown. Sides in pixels. */
export type PictureFacts =
  | ({ ok: true; width: number; height: number; animated: boolean } & Partial<Turn>)
  | { ok: false; reason: "other-kind"; kind: FileKind }
  | { ok: false; reason: "broken" };

const BROKEN: PictureFacts = { ok: false, reason: "broken" };

/** Reads a JPEG, PNG or WebP file in memory; pixels are not decoded. */
export async function readPictureFacts(bytes: Uint8Array): Promise<PictureFacts> {
  const kind = sniff(bytes.subarray(0, SNIFF_BYTES));
  const readRange = bytesReader(bytes);
  if (kind === "jpeg") {
    const result = await readArtwork(readRange, bytes.length);
    if (!result.ok) return BROKEN;
    const { width, height, orientation, orientationAt } = result.artwork;
    return { ok: true, width, height, animated: false, orientation, orientationAt };
  }
  if (kind !== "png" && kind !== "webp") return { ok: false, reason: "other-kind", kind };
  if ((await structureProblem(kind, readRange, bytes.length)) !== undefined) return BROKEN;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return (kind === "png" ? pngFacts(view) : webpFacts(view)) ?? BROKEN;
}

const readName = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));

/** IHDR comes first (ISO 15948); an animation has acTL before its pixels. */
function pngFacts(view: DataView): PictureFacts {
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  let animated = false;
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const name = readName(view, at + 4);
    if (name === "acTL") animated = true;
    if (name === "acTL" || name === "IDAT") break;
  }
  return { ok: true, ...size, animated };
}

/** The size from the first chunk, of which there are three kinds (RFC 9649). */
function webpFacts(view: DataView): PictureFacts | undefined {
  if (view.byteLength < 30) {
    // Only lossless files can be this small.
    if (view.byteLength < 25 || readName(view, 12) !== "VP8L") return undefined;
  }
  const kind = readName(view, 12);
  const readUint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (kind === "VP8X") {
    const animated = (view.getUint8(20) & 0x02) !== 0;
    return { ok: true, width: readUint24(24) + 1, height: readUint24(27) + 1, animated };
  }
  if (kind === "VP8L") {
    const bits = view.getUint32(21, true);
    const [width, height] = [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    return { ok: true, width, height, animated: false };
  }
  const readSide = (at: number) => view.getUint16(at, true) & 0x3fff;
  return { ok: true, width: readSide(26), height: readSide(28), animated: false };
}
