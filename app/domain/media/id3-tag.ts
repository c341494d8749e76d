import type { FileTags } from "./file-tags";
import { decodeId3Text } from "./tag-texts";

const FRAMES: Readonly<Record<string, keyof FileTags>> = {
  TIT2: "title",
  TPE1: "artist",
  TSRC: "isrc",
  TRCK: "trackNumber",
  TT2: "title",
  TP1: "artist",
  TRC: "isrc",
  TRK: "trackNumber",
};

const HEADER_BYTES = 10;
/** Flags of the tag's header. */
const UNSYNCHRONIZED = 0x80;
const EXTENDED_HEADER = 0x40;

/** A number in bytes of 7 bits, most significant first. */
const syncSafe = (bytes: Uint8Array, at: number) =>
  [0, 1, 2, 3].reduce((sum, i) => sum * 128 + ((bytes[at + i] ?? 0) & 0x7f), 0);

const bigEndian = (bytes: Uint8Array, at: number, length: number) =>
  Array.from({ length }, (_, i) => bytes[at + i] ?? 0).reduce((sum, byte) => sum * 256 + byte, 0);

/** Removes the zero that follows each 0xff in an unsynchronized tag. */
const synchronize = (bytes: Uint8Array) =>
  bytes.filter((byte, index) => byte !== 0 || bytes[index - 1] !== 0xff);

interface Frame {
  name: string;
  body: Uint8Array;
  /** Position of the next frame. */
  next: number;
}

/** The frame at a position; its body is empty if it is packed or encrypted. */
function frameAt(bytes: Uint8Array, at: number, version: number): Frame | undefined {
  const nameBytes = version === 2 ? 3 : 4;
  const headerBytes = version === 2 ? 6 : HEADER_BYTES;
  if (at + headerBytes > bytes.length) return undefined;
  const name = String.fromCharCode(...bytes.subarray(at, at + nameBytes));
  if (!/^[A-Z0-9]+$/.test(name)) return undefined;
  const size =
    version === 4 ? syncSafe(bytes, at + 4) : bigEndian(bytes, at + nameBytes, nameBytes);
  const start = at + headerBytes;
  const next = start + size;
  const flags = version === 2 ? 0 : (bytes[at + 9] ?? 0);
  const isPacked = (flags & (version === 4 ? 0x0c : 0xc0)) !== 0;
  if (isPacked) return { name, body: new Uint8Array(), next };
  let body = bytes.subarray(start, next);
  if (version === 4 && flags & 0x01) body = body.subarray(4);
  if (version === 4 && flags & 0x02) body = synchronize(body);
  return { name, body, next };
}

/** Reads an ID3v2 tag (versions 2.2 to 2.4); nothing from a damaged one. */
export function readId3(tag: Uint8Array): Partial<Record<keyof FileTags, string>> {
  if (String.fromCharCode(...tag.subarray(0, 3)) !== "ID3") return {};
  const version = tag[3] ?? 0;
  const flags = tag[5] ?? 0;
  if (version < 2 || version > 4) return {};
  const content = tag.subarray(HEADER_BYTES, HEADER_BYTES + syncSafe(tag, 6));
  const bytes = flags & UNSYNCHRONIZED && version < 4 ? synchronize(content) : content;
  let at = 0;
  if (flags & EXTENDED_HEADER && version > 2)
    at = version === 4 ? syncSafe(bytes, 0) : bigEndian(bytes, 0, 4) + 4;
  const texts: ReturnType<typeof readId3> = {};
  for (
    let frame = frameAt(bytes, at, version);
    frame;
    frame = frameAt(bytes, frame.next, version)
  ) {
    const kind = FRAMES[frame.name];
    if (!kind || frame.body.length < 2 || texts[kind] !== undefined) continue;
    const values = decodeId3Text(frame.body).filter((value) => value.trim() !== "");
    const text = kind === "artist" ? values.join(", ") : values[0];
    if (text) texts[kind] = text;
  }
  return texts;
}
