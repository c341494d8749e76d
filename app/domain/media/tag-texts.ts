import { inOneLine } from "~/forms/fields";
import { readIsrc } from "~/platform/formats/isrc";

/** Longer texts are notes, not titles or names. */
const MAX_TEXT = 200;

const UTF16_LITTLE_ENDIAN = 0xfffe;
const UTF16_BIG_ENDIAN = 0xfeff;

/** The bytes before the first NUL. */
function untilNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

function decodeUtf16(bytes: Uint8Array, isBigEndian: boolean): string {
  const pairs = bytes.slice(0, bytes.length - (bytes.length % 2));
  if (isBigEndian)
    for (let i = 0; i < pairs.length; i += 2)
      [pairs[i], pairs[i + 1]] = [pairs[i + 1] ?? 0, pairs[i] ?? 0];
  return new TextDecoder("utf-16le").decode(pairs);
}

/** Text with a byte order mark; undefined without one. */
function decodeMarkedUtf16(bytes: Uint8Array): string | undefined {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  if (mark !== UTF16_LITTLE_ENDIAN && mark !== UTF16_BIG_ENDIAN) return undefined;
  return decodeUtf16(bytes.subarray(2), mark === UTF16_BIG_ENDIAN);
}

/** UTF-8, or Latin-1 where it is not. */
function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Text whose chunk does not say how it is encoded: up to the first NUL, or to the end. */
export function decodeText(bytes: Uint8Array): string {
  return decodeMarkedUtf16(bytes)?.split("\0")[0] ?? decodeBytes(untilNul(bytes));
}

/** The values of an ID3 text frame, whose first byte names the encoding. */
export function decodeId3Text(frame: Uint8Array): string[] {
  const [encoding] = frame;
  const bytes = frame.subarray(1);
  const text =
    encoding === 1
      ? (decodeMarkedUtf16(bytes) ?? decodeUtf16(bytes, false))
      : encoding === 2
        ? decodeUtf16(bytes, true)
        : encoding === 0
          ? new TextDecoder("windows-1252").decode(bytes)
          : decodeBytes(bytes);
  return text.split("\0");
}

/** A title or name in one line; undefined for an empty or long text. */
export function cleanText(text: string): string | undefined {
  const line = inOneLine(text.replace(/\ufeff/g, ""));
  return line === "" || line.length > MAX_TEXT ? undefined : line;
}

/** An ISRC without separators; undefined for anything else. */
export function cleanIsrc(text: string): string | undefined {
  const result = readIsrc(text);
  return "code" in result ? result.code : undefined;
}
