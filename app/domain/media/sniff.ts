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

/** Bytes that {@link sniff} needs. */
export const SNIFF_BYTES = 4096;

const KIND_TEXTS: Record<FileKind, string> = {
  wav: "WAV audio",
  rifx: "big-endian WAV audio",
  "tagged-wav": "WAV audio behind an ID3 tag",
  mp3: "MP3 audio",
  flac: "FLAC audio",
  ogg: "Ogg audio",
  // Generic MP4 brands do not tell whether there is video.
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

/** Text for a kind that can follow "This file is" or "holds". */
export function describeKind(kind: FileKind): string {
  return KIND_TEXTS[kind];
}

/** Raster pictures, which a browser may safely open. */
export const pictureKinds = ["jpeg", "png", "webp", "gif", "heic", "avif"] as const;
export type PictureKind = (typeof pictureKinds)[number];

export function isPicture(kind: FileKind): kind is PictureKind {
  return pictureKinds.some((picture) => picture === kind);
}

/** The kind of a file by its first bytes (see {@link SNIFF_BYTES}); the rest is not checked. Never throws. */
export function sniff(head: Uint8Array): FileKind {
  const has = (text: string, offset = 0) => hasText(head, text, offset);

  if ((has("RIFF") || has("RF64") || has("BW64")) && has("WAVE", 8)) return "wav";
  if (has("RIFX") && has("WAVE", 8)) return "rifx";
  if (has("RIFF") && has("WEBP", 8)) return "webp";
  if (has("FORM") && (has("AIFF", 8) || has("AIFC", 8))) return "aiff";
  if (has("fLaC")) return "flac";
  if (has("OggS")) return "ogg";
  const tagLength = tagEnd(head);
  if (tagLength !== undefined) return kindBehindTag(head.subarray(tagLength));
  if (has("ftyp", 4)) return kindByBrands(head);
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
/** The flag of a tag with a footer. */
const HAS_FOOTER = 0x10;

/** End of an ID3 tag at the start; its length is four 7-bit bytes. */
export function tagEnd(head: Uint8Array): number | undefined {
  if (!hasText(head, "ID3", 0)) return undefined;
  const length = head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  const footer = (head[5] ?? 0) & HAS_FOOTER ? TAG_HEADER_BYTES : 0;
  return TAG_HEADER_BYTES + length + footer;
}

/** Some taggers put an ID3 tag before FLAC. Before WAV only MP3 tools do; others write it as a chunk. */
export function kindBehindTag(rest: Uint8Array): FileKind {
  const isWave = ["RIFF", "RF64", "BW64"].some((name) => hasText(rest, name, 0));
  if (isWave) return "tagged-wav";
  return hasText(rest, "fLaC", 0) ? "flac" : "mp3";
}

const AVIF_BRANDS = /^avi[fs]$/;
const HEIC_BRANDS = /^(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/;
const MP4_BRANDS = /^(?:M4[ABPV] |F4[AV] |mp4[12]|iso[m2-9]|dash|MSNV)$/;

/** ISO media files list a major brand and compatible ones in their first box. */
function kindByBrands(head: Uint8Array): FileKind {
  const boxEnd = Math.min(new DataView(head.buffer, head.byteOffset).getUint32(0), head.length);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= boxEnd; at += 4) {
    // Bytes 12 to 15 are a version number, which matches no brand.
    brands.push(String.fromCharCode(...head.subarray(at, at + 4)));
  }
  const major = brands[0] ?? "";
  // Generic picture brands are shared: AVIF is in the list of compatible ones.
  const picture = HEIC_BRANDS.test(major) || AVIF_BRANDS.test(major);
  if (picture && brands.some((brand) => AVIF_BRANDS.test(brand))) return "avif";
  if (picture) return "heic";
  return MP4_BRANDS.test(major) ? "m4a" : "unknown";
}

/**
 * MPEG-1/2/2.5 layer II or III frame header (ISO 11172-3). Layer I is excluded: nobody uses it, and the
 * byte-order marks FF FE and FF FF of UTF-16 look like it.
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

/** Mostly a saved error or sign-in page in place of the file. */
function isHtml(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 1024));
  return /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body)\b/i.test(text);
}

/** XML whose first element is `svg`. */
function isSvg(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, SNIFF_BYTES));
  if (!/^(?:\xef\xbb\xbf)?\s*<[?!s]/i.test(text)) return false;
  return /<([a-z][\w:-]*)/i.exec(text)?.[1]?.toLowerCase() === "svg";
}
