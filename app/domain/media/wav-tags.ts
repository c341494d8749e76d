import type { FileTags } from "./file-tags";
import { readId3 } from "./id3-tag";
import { type CachedReader, createCachedReader, type RangeReader } from "./range-reader";
import { namesProgram } from "./tag-placeholders";
import { cleanIsrc, cleanText, decodeText } from "./tag-texts";

/** Chunks with tags follow the audio or stand before it, among few others. */
const MAX_CHUNKS = 64;
const MAX_READS = 24;
/** Bytes of tags read from one file; the rest is pictures. */
const MAX_TAG_BYTES = 64 * 1024;
const MAX_UINT32 = 0xffffffff;

/**
 * Reads title, artist, ISRC and track number from the `id3 `, `LIST` and `bext` chunks of a WAV file, in this
 * order of trust. Damaged chunks are passed over; only a rejection of `readRange` is passed on.
 */
export async function readWavTags(readRange: RangeReader, size: number): Promise<FileTags> {
  const reader = createCachedReader(readRange, size, MAX_READS);
  const chunks: { source: TagSource; chunk: Uint8Array }[] = [];
  let codePage: number | undefined;
  let bytesLeft = MAX_TAG_BYTES;
  let longDataBytes = 0;
  let position = 12;
  for (let count = 0; count < MAX_CHUNKS; count++) {
    const header = await reader.at(position, 8);
    if (!header) break;
    const id = textAt(header, 0, 4);
    if (!isName(id)) break;
    let bytes = header.getUint32(4, true);
    const body = position + 8;
    const source = sourceOf(id);
    if (id === "ds64") {
      const sizes = await reader.at(body, 16);
      if (sizes) longDataBytes = sizes.getUint32(12, true) * 2 ** 32 + sizes.getUint32(8, true);
    } else if (id === "CSET") codePage = (await reader.at(body, 2))?.getUint16(0, true);
    else if (id === "data" && bytes === MAX_UINT32) bytes = longDataBytes || MAX_UINT32;
    else if (source) {
      const length = Math.min(bytes, bytesLeft, size - body);
      const chunk = length > 0 ? await reader.at(body, length) : undefined;
      if (chunk) {
        bytesLeft -= length;
        const copy = new Uint8Array(chunk.buffer, chunk.byteOffset, length).slice();
        chunks.push({ source, chunk: copy });
      }
    }
    position = await nextChunk(reader, body + bytes, bytes % 2);
  }
  // The code page may stand behind the texts that are in it.
  const found: Record<TagSource, FileTags> = { id3: {}, list: {}, bext: {} };
  for (const { source, chunk } of chunks)
    found[source] = { ...readers[source](chunk, codePage), ...found[source] };
  return { ...found.bext, ...found.list, ...found.id3 };
}

type TagSource = "id3" | "list" | "bext";

function sourceOf(id: string): TagSource | undefined {
  if (id === "id3 " || id === "ID3 ") return "id3";
  if (id === "LIST") return "list";
  return id === "bext" ? "bext" : undefined;
}

const readers: Record<TagSource, (chunk: Uint8Array, codePage?: number) => FileTags> = {
  id3: (chunk) => {
    const { title, artist, isrc, trackNumber } = readId3(chunk);
    return toTags(title, artist, isrc, trackNumber);
  },
  list: readInfo,
  bext: readBroadcast,
};

/** Some writers leave out the padding byte after a chunk of odd length. */
async function nextChunk(reader: CachedReader, end: number, padding: number): Promise<number> {
  if (padding === 0) return end;
  const next = await reader.at(end + 1, 4);
  return next && !isName(textAt(next, 0, 4)) ? end : end + 1;
}

/** Printable ASCII. */
const isName = (id: string) => /^[ -~]{4}$/.test(id);

function textAt(view: DataView, at: number, length: number): string {
  let text = "";
  for (let i = at; i < at + length; i++) text += String.fromCharCode(view.getUint8(i));
  return text;
}

/** Without the keys of empty values; a number may have that of all tracks behind it, as in "3/12". */
function toTags(title = "", artist = "", code = "", place = ""): FileTags {
  const trackNumber = Number(/^\s*(\d{1,3})\s*(?:\/.*)?$/.exec(place)?.[1]);
  const isrc = cleanIsrc(code);
  const [cleanTitle, cleanArtist] = [cleanText(title), cleanText(artist)];
  return {
    ...(cleanTitle && { title: cleanTitle }),
    ...(cleanArtist && { artist: cleanArtist }),
    ...(isrc && { isrc }),
    ...(trackNumber > 0 && { trackNumber }),
  };
}

/** The entries of a `LIST` chunk of type `INFO`. */
function readInfo(chunk: Uint8Array, codePage?: number): FileTags {
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
  if (chunk.length < 4 || textAt(view, 0, 4) !== "INFO") return {};
  const entries = new Map<string, Uint8Array>();
  let at = 4;
  while (at + 8 <= chunk.length) {
    const length = view.getUint32(at + 4, true);
    entries.set(textAt(view, at, 4), chunk.subarray(at + 8, at + 8 + length));
    at += 8 + length + (length % 2);
  }
  const textOf = (name: string) => decodeText(entries.get(name) ?? new Uint8Array(), codePage);
  const place = textOf("ITRK") || textOf("IPRT");
  return toTags(textOf("INAM"), textOf("IART"), textOf("ISRC"), place);
}

/** Fields of a broadcast extension chunk (EBU Tech 3285). */
const BEXT = { description: 256, originator: 32, codingHistory: 602 };

/** Recorders and programs keep notes in the description: settings, scenes and takes. */
const NOTES = /[=\r\n{}]|\bscene\b|\btake\b|https?:/i;

function readBroadcast(chunk: Uint8Array, codePage?: number): FileTags {
  const { description: length, originator: names, codingHistory } = BEXT;
  const description = decodeText(chunk.subarray(0, length), codePage).trim();
  const originator = decodeText(chunk.subarray(length, length + names), codePage).trim();
  const readCodes = (bytes: Uint8Array) => new TextDecoder("windows-1252").decode(bytes);
  const [, code = ""] =
    /ISRC\s*(?:[:=]\s*)?([A-Z]{2}[\s-]?[A-Z0-9]{3}[\s-]?\d{2}[\s-]?\d{5})(?!\d)/i.exec(
      `${readCodes(chunk.subarray(0, length))}\n${readCodes(chunk.subarray(codingHistory))}`,
    ) ?? [];
  const isNote = NOTES.test(description) || code !== "";
  const artist = namesProgram(originator) ? "" : originator;
  return toTags(isNote ? "" : description, artist, code);
}
