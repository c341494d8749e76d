/** Windows' code pages for alphabets, by which older programs write what they do not declare. */
const ALPHABETS = [1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258, 874];
/** By the number of its code page: what `TextDecoder` calls an East Asian encoding. */
const EAST_ASIAN: Readonly<Record<number, string>> = {
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
};
const UTF8_PAGE = 65001;

/** A longer text is neither title nor name. */
const MAX_BYTES = 1_000;

/** The text of these bytes; undefined where they are not in this encoding, or nothing here knows it. */
function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** @param page as Windows counts code pages, such as 932 or 1251. */
function decodeCodePage(bytes: Uint8Array, page: number): string | undefined {
  if (page === UTF8_PAGE) return decodeStrictly(bytes, "utf-8");
  return decodeStrictly(bytes, EAST_ASIAN[page] ?? `windows-${page}`);
}

/** Signs beyond ASCII, besides letters, that stand in titles. */
const TYPOGRAPHY = "\u00a0¡©«®°·»¿‘’‚“”„–—…€™\u3000-\u303f\uff01-\uff65";
const NO_TEXT = new RegExp(`[^\\p{ASCII}\\p{L}\\p{M}${TYPOGRAPHY}]`, "u");
/** Quotation marks and signs within a word, or an opening mark behind one. */
const WRONG_SIGN = /\p{L}[¡©«®°·»¿‚“”„…€™]\p{L}|[‚„](?!\p{L})/u;
/** A capital letter within a small word, or the other way round. */
const WRONG_CASE = /\p{Ll}(?![A-Z])\p{Lu}|\p{Lu}\p{Lu}(?![a-z])\p{Ll}/u;
const WORDS = /[\p{L}\p{M}]+/gu;
const LATIN = /\p{Script=Latin}/u;
/** Also marks of another script, such as the vowels of Arabic. */
const OTHER_LETTER =
  /(?![\p{Script=Latin}\p{Script=Inherited}])[\p{L}\p{M}]|(?!\p{scx=Latin}|\p{scx=Inherited})\p{M}/u;
/** Where only Western words have these letters: elsewhere they are as likely others of Central Europe. */
const WESTERN =
  /ñ(?=[aeiouáéíóú])|ç(?=[aouáóúãõ])|å|ã(?=[eo])|õ(?=e)|(?<=[b-df-hj-np-tv-xz])[æøè](?=[b-df-hj-np-tv-xz])/gi;

function isPlausible(text: string): boolean {
  if (NO_TEXT.test(text) || WRONG_SIGN.test(text) || WRONG_CASE.test(text)) return false;
  const words = text.match(WORDS) ?? [];
  return words.every((word) => !LATIN.test(word) || !OTHER_LETTER.test(word));
}

/**
 * The text of bytes whose encoding nobody declared: UTF-8, or Latin letters, where all code pages that
 * make words of the bytes agree on them, or where only windows-1252 can be meant. Else empty.
 */
function decodeUndeclared(bytes: Uint8Array): string {
  const unicode = decodeStrictly(bytes, "utf-8");
  if (unicode !== undefined) return unicode;
  if (bytes.length > MAX_BYTES) return "";
  const western = decodeCodePage(bytes, 1252) ?? "";
  const sure = [...western.matchAll(WESTERN)].map(({ index }) => index);
  const pages = [...ALPHABETS, ...Object.keys(EAST_ASIAN).map(Number)];
  const readings = pages
    .map((page) => decodeCodePage(bytes, page))
    .filter((text) => text !== undefined && isPlausible(text))
    .map((text = "") => withSigns(text, western, sure));
  const [first = "", ...others] = new Set(readings);
  return others.length > 0 || OTHER_LETTER.test(first) ? "" : first;
}

/** A text with the signs of another of the same length at these places. */
function withSigns(text: string, other: string, places: readonly number[]): string {
  if (text.length !== other.length) return text;
  const signs = [...text];
  for (const at of places) signs[at] = other.charAt(at);
  return signs.join("");
}

/**
 * The text of these bytes.
 * @param codePage as the file declares it; undefined or 0 where it declares none.
 */
export function decodeBytes(bytes: Uint8Array, codePage = 0): string {
  if (codePage === 0) return decodeUndeclared(bytes);
  return decodeCodePage(bytes, codePage) ?? decodeUndeclared(bytes);
}

const UTF16_LITTLE_ENDIAN = 0xfffe;
const UTF16_BIG_ENDIAN = 0xfeff;

function decodePairs(bytes: Uint8Array, isBigEndian: boolean): string {
  const pairs = bytes.slice(0, bytes.length - (bytes.length % 2));
  if (isBigEndian)
    for (let i = 0; i < pairs.length; i += 2)
      [pairs[i], pairs[i + 1]] = [pairs[i + 1] ?? 0, pairs[i] ?? 0];
  return new TextDecoder("utf-16le").decode(pairs);
}

/** Text with a byte order mark; undefined without one. */
export function decodeMarkedUtf16(bytes: Uint8Array): string | undefined {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  if (mark !== UTF16_LITTLE_ENDIAN && mark !== UTF16_BIG_ENDIAN) return undefined;
  return decodePairs(bytes.subarray(2), mark === UTF16_BIG_ENDIAN);
}

/**
 * Whether UTF-16 without a mark is big-endian: letters of one script share their high byte, which is
 * zero for Latin ones. Undefined where the bytes do not tell.
 */
function isBigEndianText(bytes: Uint8Array): boolean | undefined {
  const [first, second] = [new Set<number>(), new Set<number>()];
  for (let i = 0; i + 1 < bytes.length; i += 2) {
    const [one = 0, other = 0] = [bytes[i], bytes[i + 1]];
    if (one === 0 && other === 0) continue;
    first.add(one);
    second.add(other);
  }
  if (first.has(0) !== second.has(0)) return first.has(0);
  if (first.size * 2 <= second.size) return true;
  return second.size * 2 <= first.size ? false : undefined;
}

/** UTF-16, marked or not. @param isBigEndian where the bytes do not tell; without it they give nothing. */
export function decodeUtf16(bytes: Uint8Array, isBigEndian?: boolean): string {
  const marked = decodeMarkedUtf16(bytes);
  if (marked !== undefined) return marked;
  const order = isBigEndianText(bytes) ?? isBigEndian;
  return order === undefined ? "" : decodePairs(bytes, order);
}

/** Whether bytes look like UTF-16 with Latin letters: every second one of the first four is zero. */
export function looksLikeUtf16([a, b, c, d]: Uint8Array): boolean {
  if (d === undefined) return false;
  return a === 0 && c === 0 ? b !== 0 && d !== 0 : b === 0 && d === 0 && a !== 0 && c !== 0;
}

const windows1252 = new Map<string, number>();

/** The bytes of a text in windows-1252; undefined where a sign is not in it. */
function windows1252Bytes(text: string): Uint8Array | undefined {
  if (windows1252.size === 0) {
    const decoder = new TextDecoder("windows-1252");
    for (let byte = 0; byte < 256; byte++)
      windows1252.set(decoder.decode(Uint8Array.of(byte)), byte);
  }
  const bytes = [...text].map((sign) => windows1252.get(sign) ?? -1);
  return bytes.includes(-1) ? undefined : Uint8Array.from(bytes);
}

/** Undoes what a program did that read UTF-8 as windows-1252, once or twice. */
export function repairUtf8(text: string, tries = 2): string {
  if (tries === 0 || /^\p{ASCII}*$/u.test(text)) return text;
  const bytes = windows1252Bytes(text);
  const repaired = bytes && decodeStrictly(bytes, "utf-8");
  return repaired === undefined ? text : repairUtf8(repaired, tries - 1);
}

/** Three letters beyond ASCII in a row stand in no Western word, but where another code page was meant. */
const FOREIGN_RUN = /[\u00c0-\u00ff]{3}/;

/** Whether a text shows that it was decoded wrongly, or lost signs on its way. */
export const isGarbled = (text: string) =>
  FOREIGN_RUN.test(text) ||
  /[\ufffd\u0080-\u009f\p{Co}\p{Cn}]/u.test(text) ||
  /(?:^|\s)\?\?|\p{L}\?\p{L}/u.test(text);
