/** Bytes that {@link sniff} needs. */
export const SNIFF_BYTES = 4096;

const KIND_TEXTS = {
  wav: "WAV audio",
  rifx: "big-endian WAV audio",
  "tagged-wav": "WAV audio behind an ID3 tag",
  wave64: "Wave64 (W64) audio",
  mp3: "MP3 audio",
  aac: "AAC audio",
  flac: "FLAC audio",
  ogg: "Ogg audio",
  opus: "Opus audio",
  // Generic MP4 brands do not tell whether there is video, nor do the next ones.
  m4a: "M4A or MP4 media",
  "3gp": "a phone recording (3GP)",
  wma: "WMA or WMV media",
  matroska: "WebM or Matroska media",
  quicktime: "a QuickTime film",
  aiff: "AIFF audio",
  caf: "CAF audio",
  au: "AU audio",
  amr: "AMR audio",
  dsd: "DSD audio",
  wavpack: "WavPack audio",
  ape: "Monkey's Audio",
  midi: "MIDI notes without sound",
  jpeg: "a JPEG image",
  png: "a PNG image",
  gif: "a GIF image",
  webp: "a WebP image",
  heic: "a HEIC image",
  avif: "an AVIF image",
  tiff: "a TIFF image",
  psd: "a Photoshop image",
  svg: "an SVG drawing",
  zip: "a ZIP archive",
  rar: "a RAR archive",
  "7z": "an archive (7-Zip)",
  pdf: "a PDF document",
  html: "a web page",
  "apple-double": "notes that macOS keeps beside a file, not the file itself",
  unknown: "an unknown kind of file",
} as const;

export type FileKind = keyof typeof KIND_TEXTS;

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

/** Whether a picture program can save it as a JPEG. */
export function isImage(kind: FileKind): boolean {
  return isPicture(kind) || kind === "tiff" || kind === "psd" || kind === "svg" || kind === "pdf";
}

/** Kinds that are known by their first bytes alone. */
const SIGNATURES: readonly (readonly [FileKind, string])[] = [
  ["flac", "fLaC"],
  ["wave64", "riff\x2e\x91\xcf\x11"],
  ["caf", "caff\0\x01"],
  ["au", ".snd\0\0"],
  ["wma", "\x30\x26\xb2\x75\x8e\x66\xcf\x11"],
  ["dsd", "DSD \x1c\0"],
  ["wavpack", "wvpk"],
  ["ape", "MAC "],
  ["aac", "ADIF"],
  ["amr", "#!AMR"],
  ["midi", "MThd\0\0\0\x06"],
  ["matroska", "\x1a\x45\xdf\xa3"],
  ["jpeg", "\xff\xd8\xff"],
  ["png", "\x89PNG\r\n\x1a\n"],
  ["gif", "GIF87a"],
  ["gif", "GIF89a"],
  ["tiff", "II*\0"],
  ["tiff", "MM\0*"],
  ["tiff", "II+\0"],
  ["tiff", "MM\0+"],
  ["psd", "8BPS\0"],
  ["zip", "PK\x03\x04"],
  ["zip", "PK\x05\x06"],
  ["zip", "PK\x07\x08"],
  ["rar", "Rar!\x1a\x07"],
  ["7z", "7z\xbc\xaf\x27\x1c"],
  ["pdf", "%PDF-"],
  // RFC 1740: AppleSingle and AppleDouble.
  ["apple-double", "\x00\x05\x16\x00"],
  ["apple-double", "\x00\x05\x16\x07"],
];

/** The kind of a file by its first bytes (see {@link SNIFF_BYTES}); the rest is not checked. Never throws. */
export function sniff(head: Uint8Array): FileKind {
  const has = (text: string, offset = 0) => hasText(head, text, offset);

  if ((has("RIFF") || has("RF64") || has("BW64")) && has("WAVE", 8)) return "wav";
  if (has("RIFX") && has("WAVE", 8)) return "rifx";
  if (has("RIFF") && has("WEBP", 8)) return "webp";
  if (has("FORM") && (has("AIFF", 8) || has("AIFC", 8))) return "aiff";
  if (has("FRM8") && has("DSD ", 12)) return "dsd";
  // Opus is named in the first packet, behind a page header of 28 bytes.
  if (has("OggS")) return has("OpusHead", 28) ? "opus" : "ogg";
  const tagLength = tagEnd(head);
  if (tagLength !== undefined) return kindBehindTag(head.subarray(tagLength));
  if (has("ftyp", 4)) return kindByBrands(head);
  const signature = SIGNATURES.find(([, start]) => has(start));
  if (signature) return signature[0];
  if (isAacFrame(head)) return "aac";
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

/** Some taggers put an ID3 tag before FLAC or AAC. Before WAV only MP3 tools do; others write it as a chunk. */
export function kindBehindTag(rest: Uint8Array): FileKind {
  const isWave = ["RIFF", "RF64", "BW64"].some((name) => hasText(rest, name, 0));
  if (isWave) return "tagged-wav";
  if (hasText(rest, "fLaC", 0)) return "flac";
  return hasAacSync(rest) ? "aac" : "mp3";
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
  if (MP4_BRANDS.test(major)) return "m4a";
  if (major === "qt  ") return "quicktime";
  return /^3g[2gp]/.test(major) ? "3gp" : "unknown";
}

function hasAacSync([sync, second]: Uint8Array): boolean {
  return sync === 0xff && second !== undefined && (second & 0xf6) === 0xf0;
}

/** An ADTS frame header (ISO 13818-7), whose length leads to the next one. */
function isAacFrame(head: Uint8Array): boolean {
  const [, , third, fourth, fifth, sixth] = head;
  if (third === undefined || fourth === undefined || fifth === undefined || sixth === undefined)
    return false;
  const hasKnownRate = ((third >> 2) & 15) < 13;
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
  const next = head[length];
  return hasAacSync(head) && hasKnownRate && length >= 7 && (next === undefined || next === 0xff);
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
