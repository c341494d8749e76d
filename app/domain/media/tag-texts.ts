import { inOneLine, readUpTo } from "~/forms/fields";
import { readIsrc } from "~/platform/formats/isrc";
import {
  decodeBytes,
  decodeMarkedUtf16,
  decodeUtf16,
  isGarbled,
  looksLikeUtf16,
  repairUtf8,
} from "./tag-encodings";
import { isPlaceholder } from "./tag-placeholders";

/** Longer texts are notes, not titles or names. */
const MAX_TEXT = 200;

function splitAtNul(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let start = 0; start <= bytes.length; ) {
    const end = bytes.indexOf(0, start);
    const stop = end < 0 ? bytes.length : end;
    parts.push(bytes.subarray(start, stop));
    start = stop + 1;
  }
  return parts;
}

/**
 * Text up to the first NUL, or to the end.
 * @param codePage as the file declares it.
 */
export function decodeText(bytes: Uint8Array, codePage?: number): string {
  const utf16 = looksLikeUtf16(bytes) ? decodeUtf16(bytes) : decodeMarkedUtf16(bytes);
  if (utf16 !== undefined) return utf16.split("\0")[0] ?? "";
  const end = bytes.indexOf(0);
  return decodeBytes(end < 0 ? bytes : bytes.subarray(0, end), codePage);
}

/** The values of an ID3 text frame, whose first byte names the encoding, often wrongly. */
export function decodeId3Text(frame: Uint8Array): string[] {
  const [encoding] = frame;
  const bytes = frame.subarray(1);
  if (encoding === 1) return decodeUtf16(bytes).split("\0");
  if (encoding === 2) return decodeUtf16(bytes, true).split("\0");
  const marked = decodeMarkedUtf16(bytes);
  return marked?.split("\0") ?? splitAtNul(bytes).map((value) => decodeBytes(value));
}

const readLine = readUpTo(MAX_TEXT, (text) => inOneLine(repairUtf8(text.replace(/\ufeff/g, ""))));

/** A title or name in one line; undefined for what is none. */
export function cleanText(text: string): string | undefined {
  const line = readLine(text);
  if (line === "" || line.length > MAX_TEXT) return undefined;
  return isGarbled(line) || isPlaceholder(line) ? undefined : line;
}

/** An ISRC without separators; undefined for anything else. */
export function cleanIsrc(text: string): string | undefined {
  const result = readIsrc(text);
  return "code" in result ? result.code : undefined;
}
