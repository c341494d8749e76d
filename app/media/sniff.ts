/** What the first bytes of a file say it is. */
export type FileKind =
  | "wav"
  | "rifx"
  | "tagged-wav"
  | "mp3"
  | "flac"
  | "ogg"
  | "m4a"
  | "aiff"
  | "jpeg"
  | "png"
  | "gif"
  | "webp"
  | "heic"
  | "avif"
  | "svg"
  | "zip"
  | "pdf"
  | "html"
  | "apple-double"
  | "unknown";

/** How many bytes from the start of a file are worth handing to {@link sniff}. */
export const SNIFF_BYTES = 4096;

const KIND_WORDS: Record<FileKind, string> = {
  wav: "WAV audio",
  rifx: "big-endian WAV audio",
  "tagged-wav": "WAV audio behind an ID3 tag",
  mp3: "MP3 audio",
  flac: "FLAC audio",
  ogg: "Ogg audio",
  // The generic MP4 brands do not say whether there is a picture too.
  m4a: "M4A or MP4 media",
  aiff: "AIFF audio",
  jpeg: "a JPEG image",
  png: "a PNG image",
  gif: "a GIF image",
  webp: "a WebP image",
  heic: "a HEIC image",
  avif: "an AVIF image",
  svg: "an SVG drawing",
  zip: "a ZIP archive",
  pdf: "a PDF document",
  html: "a web page",
  "apple-double": "notes that macOS keeps beside a file, not the file itself",
  unknown: "an unknown kind of file",
};

/** Plain words for a kind, fit to follow "This file is" or "holds". */
export function describeKind(kind: FileKind): string {
  return KIND_WORDS[kind];
}

/** The kinds that are pictures made of pixels, which a browser may safely open. */
export const pictureKinds = ["jpeg", "png", "webp", "gif", "heic", "avif"] as const;
export type PictureKind = (typeof pictureKinds)[number];

/** Whether a file of this kind is a picture made of pixels. */
export function isPicture(kind: FileKind): kind is PictureKind {
  return pictureKinds.some((picture) => picture === kind);
}

/**
 * Names the kind of a file from its first bytes (see {@link SNIFF_BYTES}); fewer bytes are fine.
 * Says what a file claims to be, not that the rest of it is sound. Never throws.
 */
export function sniff(head: Uint8Array): FileKind {
  const has = (text: string, offset = 0) => hasText(head, text, offset);

  if ((has("RIFF") || has("RF64") || has("BW64")) && has("WAVE", 8)) return "wav";
  if (has("RIFX") && has("WAVE", 8)) return "rifx";
  if (has("RIFF") && has("WEBP", 8)) return "webp";
  if (has("FORM") && (has("AIFF", 8) || has("AIFC", 8))) return "aiff";
  if (has("fLaC")) return "flac";
  if (has("OggS")) return "ogg";
  const behindTag = tagEnd(head);
  if (behindTag !== undefined) return kindBehindTag(head.subarray(behindTag));
  if (has("ftyp", 4)) return kindOfBrands(head);
  if (has("\xff\xd8\xff")) return "jpeg";
  if (has("\x89PNG\r\n\x1a\n")) return "png";
  if (has("GIF87a") || has("GIF89a")) return "gif";
  if (has("PK\x03\x04") || has("PK\x05\x06") || has("PK\x07\x08")) return "zip";
  if (has("%PDF-")) return "pdf";
  // RFC 1740: AppleSingle and AppleDouble.
  if (has("\x00\x05\x16\x00") || has("\x00\x05\x16\x07")) return "apple-double";
  if (isMpegAudioFrame(head)) return "mp3";
  if (isHtml(head)) return "html";
  if (isSvg(head)) return "svg";
  return "unknown";
}

function hasText(bytes: Uint8Array, text: string, offset: number): boolean {
  for (let i = 0; i < text.length; i++) {
    if (bytes[offset + i] !== text.charCodeAt(i)) return false;
  }
  return true;
}

const TAG_HEADER_BYTES = 10;
/** The flag of a tag that repeats its header behind itself. */
const HAS_FOOTER = 0x10;

/** Where the ID3 tag ends that a file begins with; its length is four 7-bit bytes. */
export function tagEnd(head: Uint8Array): number | undefined {
  if (!hasText(head, "ID3", 0)) return undefined;
  const length = head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  const footer = (head[5] ?? 0) & HAS_FOOTER ? TAG_HEADER_BYTES : 0;
  return TAG_HEADER_BYTES + length + footer;
}

/**
 * Some taggers put an ID3 tag in front of FLAC. In front of WAV it comes from tools for MP3 alone:
 * everything else writes it as a chunk, where it is read over.
 */
export function kindBehindTag(behind: Uint8Array): FileKind {
  const isWave = ["RIFF", "RF64", "BW64"].some((name) => hasText(behind, name, 0));
  if (isWave) return "tagged-wav";
  return hasText(behind, "fLaC", 0) ? "flac" : "mp3";
}

const AVIF_BRANDS = /^avi[fs]$/;
const HEIC_BRANDS = /^(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/;
const MP4_BRANDS = /^(?:M4[ABPV] |F4[AV] |mp4[12]|iso[m2-9]|dash|MSNV)$/;

/** ISO media files name a major brand and a list of compatible ones in their first box. */
function kindOfBrands(head: Uint8Array): FileKind {
  const boxEnd = Math.min(new DataView(head.buffer, head.byteOffset).getUint32(0), head.length);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= boxEnd; at += 4) {
    // Bytes 12 to 15 are a version number in between; it matches no brand.
    brands.push(String.fromCharCode(...head.subarray(at, at + 4)));
  }
  const major = brands[0] ?? "";
  // The generic picture brands are shared: an AVIF file tells itself apart in the list.
  const picture = HEIC_BRANDS.test(major) || AVIF_BRANDS.test(major);
  if (picture && brands.some((brand) => AVIF_BRANDS.test(brand))) return "avif";
  if (picture) return "heic";
  return MP4_BRANDS.test(major) ? "m4a" : "unknown";
}

/**
 * MPEG-1/2/2.5 layer II or III frame header (ISO 11172-3). Layer I is left out on purpose: nobody
 * has such files, and the byte-order marks FF FE and FF FF of UTF-16 text look like it.
 */
function isMpegAudioFrame(head: Uint8Array): boolean {
  const [sync, second, third] = head;
  if (sync !== 0xff || second === undefined || third === undefined) return false;
  if ((second & 0xe0) !== 0xe0) return false;
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  const bitrate = third >> 4;
  const rate = (third >> 2) & 3;
  const layerIsTwoOrThree = layer === 1 || layer === 2;
  return version !== 1 && layerIsTwoOrThree && bitrate !== 0 && bitrate !== 15 && rate !== 3;
}

/** A saved error or sign-in page in place of the file is the usual way this happens. */
function isHtml(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 1024));
  return /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body)\b/i.test(text);
}

/** Markup whose first element is `svg`, behind whatever XML may put before it. */
function isSvg(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, SNIFF_BYTES));
  if (!/^(?:\xef\xbb\xbf)?\s*<[?!s]/i.test(text)) return false;
  return /<([a-z][\w:-]*)/i.exec(text)?.[1]?.toLowerCase() === "svg";
}
