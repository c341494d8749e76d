import { type CachedReader, createCachedReader, type RangeReader } from "./range-reader";
import { type FormatProblem, parseFormat, type StatedFormat, type WavFormat } from "./wav-format";

/**
 * Header errors that are tolerated, as by players: a wrong frame size, or a data size slightly larger than
 * the file.
 */
export type WavOddity = "frame-size" | "data-size";

export interface WavInfo extends WavFormat {
  container: "RIFF" | "RF64" | "BW64";
  /** Position of the first sample in the file. */
  dataOffset: number;
  /** Bytes of audio; may end with a partial frame, so count with `frames`. */
  dataBytes: number;
  /** Whole frames of audio, always at least 1. */
  frames: number;
  /** Length of the audio, `frames / sampleRate`. */
  seconds: number;
  oddities: WavOddity[];
}

/** Why a file cannot be used as a WAV file. */
export type WavProblem =
  | "empty"
  | "not-wav"
  | "big-endian"
  | "no-format"
  | "no-audio"
  | "truncated"
  | FormatProblem;

type WavResult = { ok: true; wav: WavInfo } | { ok: false; reason: WavProblem };

// Real files have a handful of chunks and need two or three reads.
const MAX_CHUNKS = 10_000;
const MAX_READS = 64;
/** So many missing bytes are inaudible and tolerated. */
const MAX_MISSING_BYTES = 64;
const OUTER_HEADER_BYTES = 8;
const RECORDER_PLACEHOLDER = 2 ** 31;
const UNKNOWN_32 = 0xffffffff;
const UNKNOWN_64 = 2 ** 64;

/**
 * Reads the chunks of a WAV file (RIFF, or RF64/BW64 by EBU Tech 3306) in any order; samples are not
 * read. `size` is in bytes. Damaged and hostile files give a `reason`, never an exception; only a
 * rejection of `readRange` is passed on.
 */
export async function readWavHeader(readRange: RangeReader, size: number): Promise<WavResult> {
  if (!(size > 0)) return refuse("empty");
  const reader = createCachedReader(readRange, size, MAX_READS);
  const outer = await reader.at(0, 12);
  if (!outer || fourCC(outer, 8) !== "WAVE") return refuse("not-wav");
  const container = fourCC(outer, 0);
  if (container === "RIFX") return refuse("big-endian");
  if (container !== "RIFF" && container !== "RF64" && container !== "BW64")
    return refuse("not-wav");

  const walk = await walkChunks(reader, size, container !== "RIFF", outer.getUint32(4, true));
  const { format, data } = walk;
  if (typeof format === "string") return refuse(format);
  if (!format || !data) {
    if (walk.gaveUp) return refuse("malformed");
    if (walk.promisesMore) return refuse("truncated");
    return refuse(format ? "no-audio" : "no-format");
  }
  const presentBytes = Math.min(data.bytes, size - data.offset);
  if (presentBytes < data.bytes && !isNearlyWhole(data, size)) return refuse("truncated");
  const { misstated, ...shape } = format;
  const frames = Math.floor(presentBytes / shape.blockAlign);
  if (frames === 0) return refuse("no-audio");
  const oddities: WavOddity[] = [];
  if (misstated) oddities.push("frame-size");
  if (presentBytes < data.bytes) oddities.push("data-size");
  return {
    ok: true,
    wav: {
      ...shape,
      container,
      dataOffset: data.offset,
      dataBytes: presentBytes,
      frames,
      seconds: frames / shape.sampleRate,
      oddities,
    },
  };
}

/**
 * Whether all audio is there although its size says more: by a few bytes, or by counting the file's header.
 */
function isNearlyWhole({ offset, bytes }: { offset: number; bytes: number }, size: number) {
  const includesHeader = bytes === size || bytes === size - OUTER_HEADER_BYTES;
  return includesHeader || offset + bytes - size <= MAX_MISSING_BYTES;
}

interface Walk {
  format?: StatedFormat | FormatProblem;
  data?: { offset: number; bytes: number };
  /** The file is shorter than its sizes state. */
  promisesMore: boolean;
  /** Too many chunks or range reads. */
  gaveUp: boolean;
}

async function walkChunks(reader: CachedReader, size: number, isLong: boolean, outerSize: number) {
  const walk: Walk = { promisesMore: false, gaveUp: false };
  let fileEnd = toFileEnd(outerSize, UNKNOWN_32);
  let longDataBytes: number | undefined;
  let position = 12;

  for (let chunkCount = 0; chunkCount < MAX_CHUNKS; chunkCount++) {
    const header = await reader.at(position, 8);
    if (!header) {
      walk.gaveUp = reader.spent();
      walk.promisesMore = fileEnd > size;
      return walk;
    }
    const id = fourCC(header, 0);
    const body = position + 8;
    let bytes = header.getUint32(4, true);

    if (id === "ds64" && isLong) {
      const sizes = bytes >= 16 ? await reader.at(body, 16) : undefined;
      if (sizes) {
        fileEnd = toFileEnd(uint64(sizes, 0), UNKNOWN_64);
        longDataBytes = uint64(sizes, 8);
      }
    } else if (id === "fmt " && walk.format === undefined) {
      const fields = await reader.at(body, Math.min(bytes, 40));
      if (fields) walk.format = parseFormat(fields);
    } else if (id === "data") {
      if (bytes === UNKNOWN_32 && longDataBytes !== undefined) bytes = longDataBytes;
      if (isPlaceholder(bytes, fileEnd)) bytes = size - body;
      if (bytes === 0 && !(await chunkFollows(reader, body, size, fileEnd))) bytes = size - body;
      if (bytes > 0) walk.data ??= { offset: body, bytes };
    }

    if (walk.format !== undefined && walk.data) return walk;
    // If no chunk begins here, the file is disordered, not cut short.
    if (body + bytes > size)
      return isName(id) ? { ...walk, promisesMore: true } : { ...walk, gaveUp: true };
    position = await findNextChunk(reader, body + bytes, bytes % 2, size);
  }
  return { ...walk, gaveUp: true };
}

/**
 * Writers that cannot seek back leave the maximum as data size, some less the header or rounded to
 * whole frames; the audio then runs to the end of the file. Such a size would mean 2 or 4 GB, ten times
 * the upload limit. Recorders leave 2 GiB in both sizes.
 */
function isPlaceholder(bytes: number, fileEnd: number): boolean {
  if (bytes === RECORDER_PLACEHOLDER && fileEnd > bytes) return true;
  const isNearMaxInt32 = bytes >= 0x7fff_0000 && bytes <= 0x7fff_ffff;
  return isNearMaxInt32 || (bytes >= 0xffff_0000 && bytes <= UNKNOWN_32) || bytes >= UNKNOWN_64;
}

/**
 * A data size of 0 is a placeholder, too, unless the outer size states more and a chunk follows: then the
 * audio is empty.
 */
async function chunkFollows(reader: CachedReader, body: number, size: number, fileEnd: number) {
  const next = fileEnd > body ? await reader.at(body, 8) : undefined;
  if (!next) return false;
  return isName(fourCC(next, 0)) && body + 8 + next.getUint32(4, true) <= size;
}

/**
 * A chunk of odd length is followed by a padding byte, which some writers omit and others add wrongly.
 * The position with a chunk header decides, else the rule.
 */
async function findNextChunk(reader: CachedReader, end: number, padding: number, size: number) {
  if (await isChunk(reader, end + padding, size)) return end + padding;
  return (await isChunk(reader, end + 1 - padding, size)) ? end + 1 - padding : end + padding;
}

async function isChunk(reader: CachedReader, at: number, size: number): Promise<boolean> {
  const header = await reader.at(at, 8);
  if (!header || !isName(fourCC(header, 0))) return false;
  return fourCC(header, 0) === "data" || at + 8 + header.getUint32(4, true) <= size;
}

/** Printable ASCII. */
function isName(id: string): boolean {
  return /^[ -~]{4}$/.test(id);
}

/** The outer size excludes the first 8 bytes; 0 if it is a placeholder. */
function toFileEnd(outerSize: number, unknown: number): number {
  return outerSize === 0 || outerSize >= unknown ? 0 : outerSize + 8;
}

function refuse(reason: WavProblem): WavResult {
  return { ok: false, reason };
}

function fourCC(view: DataView, at: number): string {
  return String.fromCharCode(
    view.getUint8(at),
    view.getUint8(at + 1),
    view.getUint8(at + 2),
    view.getUint8(at + 3),
  );
}

/** Little-endian; inexact above 2^53, where only the magnitude matters. */
function uint64(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
}
